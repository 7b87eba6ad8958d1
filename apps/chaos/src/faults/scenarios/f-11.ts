import { setTimeout as sleep } from 'node:timers/promises'
import { person, runGatehouse } from '@gatehouse/gateway/testing'
import { type Reply, shown } from '../gateway.ts'
import type { Scenario } from '../scenario.ts'
import { repeat } from '../steps.ts'

/** What waits behind others. */
export const bulkheads: readonly Scenario[] = [
  {
    id: 'F-11a',
    name: 'a realm that hangs',
    does: 'Every request to one realm of Keycloak hangs, while twelve clients log in there and two in another realm.',
    holds: 'The other organization logs in as if nothing were.',
    needs: ['keycloak'],
    async run(rig) {
      const keycloak = await rig.lab.keycloak()
      const way = await rig.relayTo(keycloak.port)
      const { settings } = await rig.surroundings()
      rig.say('starting a replica on Keycloak')
      const gateway = await rig.gateway({ ...settings, ...keycloak.settings(way.port) })
      await repeat(
        60,
        () => gateway.get('/readyz'),
        ({ status }) => status === 200,
      )
      const [slow, well] = [person(), person()]
      await gateway.signUp(slow)
      await gateway.signUp(well)
      const realm = slow.organization_name.toLowerCase().replaceAll(' ', '-')
      const never = new Promise<void>(() => undefined)
      way.choose((piece) => (piece.includes(`/realms/${realm}/`) ? { hold: never } : 'pass'))
      rig.say('one realm hangs')
      let isOver = false
      const hanging = Array.from({ length: 12 }, async () => {
        while (!isOver) {
          await gateway.logIn(slow)
          await sleep(100)
        }
      })
      await sleep(2000)
      const replies: Reply[] = []
      const end = performance.now() + 25_000
      while (performance.now() < end || replies.length < 6) replies.push(await gateway.logIn(well))
      isOver = true
      const bad = replies.filter(({ status }) => status !== 200)
      const first = bad[0] ? `, the first ${shown(bad[0])}` : ''
      rig.check(
        `${replies.length} logins elsewhere, ${bad.length} refused${first}`,
        bad.length === 0,
      )
      way.cut()
      await Promise.all(hanging)
    },
  },
  {
    id: 'F-11b',
    name: 'every connection waits for a lock',
    does: 'A table is locked while requests that need it fill all connections of a replica to the database; keys are withdrawn meanwhile.',
    holds: 'The replica notes that it lives, and hears of the withdrawn keys.',
    async run(rig) {
      const { database, settings } = await rig.surroundings({
        DATABASE_POOL_SIZE: '2',
        DATABASE_CONNECT_TIMEOUT_SECONDS: '60',
      })
      rig.say('starting a replica')
      const gateway = await rig.gateway(settings)
      const who = person()
      await gateway.signUp(who)
      const token = String((await gateway.logIn(who)).body.token)
      const release = await database.lock('accounts')
      const requests = Array.from({ length: 4 }, () => gateway.logIn(who))
      await sleep(1000)
      const { code, errors } = await runGatehouse(['keys', 'rotate', '--now', '--yes'], settings)
      if (code !== 0) throw new Error(`keys rotate: ${errors}`)
      await sleep(12_000)
      const [row] = await database.ask('select max(alive_until) as until from replicas')
      rig.check('its note is not run out', Number(row?.until) > Date.now())
      const used = await gateway.get('/api/machines', token)
      rig.check(`the withdrawn token: ${shown(used)}`, used.status === 401)
      await release()
      const replies = await Promise.all(requests)
      const seen = replies.map(shown).join(', ')
      rig.check(
        `the requests that waited: ${seen}`,
        replies.every(({ status }) => status === 200),
      )
    },
  },
]
