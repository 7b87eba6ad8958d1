import { setTimeout as sleep } from 'node:timers/promises'
import { person } from '@gatehouse/gateway/testing'
import { createDatabase } from '@gatehouse/sql/testing'
import { killProcess } from '@gatehouse/test-services'
import { shown } from '../gateway.ts'
import { ownPostgres, promote, standbyOf } from '../own-postgres.ts'
import type { Rig } from '../rig.ts'
import type { Scenario } from '../scenario.ts'
import { repeat } from '../steps.ts'

async function openWithStandby(rig: Rig) {
  rig.say('starting a primary and a hot standby')
  const primary = await ownPostgres(rig)
  const database = await createDatabase(primary.url)
  const standby = await standbyOf(rig, primary)
  const { settings, over } = await rig.surroundings({ DATABASE_URL: database.url })
  const name = await rig.relayTo(primary.port)
  const gateway = await rig.gateway(over(name))
  return { primary, standby, database, name, gateway, settings }
}

const failures = (output: readonly string[]) =>
  output.filter((line) => /"level":(50|"error")/.test(line)).length

/** A hot standby at the address of the database. */
export const standbys: readonly Scenario[] = [
  {
    id: 'F-9',
    name: 'a hot standby at the database’s address for a while',
    does: 'The address of the database leads to a hot standby for 6 seconds and then to the primary again, while no request comes.',
    holds:
      'Connections to the standby are given up: 12 seconds after the return nothing fails, and requests are answered at once.',
    async run(rig) {
      const { name, standby, primary, database, gateway } = await openWithStandby(rig)
      await gateway.signUp(person())
      rig.say('the address leads to the standby')
      name.lead(standby.port)
      name.cut()
      await sleep(6000)
      const ready = await gateway.get('/readyz?exclude=mail')
      rig.check(`readiness on the standby: ${shown(ready)}`, ready.status === 503)
      name.lead(primary.port)
      rig.say('the address leads to the primary')
      await sleep(12_000)
      const before = failures(gateway.process().output)
      const [noted] = await database.ask('select max(alive_until) as until from replicas')
      rig.check('the replica notes that it lives', Number(noted?.until) > Date.now())
      await sleep(11_000)
      const later = failures(gateway.process().output) - before
      rig.check(`errors in the log from 12 to 23 seconds after: ${later}`, later === 0)
      const made = await gateway.signUp(person())
      rig.check(`a sign-up: ${shown(made)}`, made.status === 201)
    },
  },
  {
    id: 'H-9',
    name: 'a fail-over to the standby',
    does: 'The primary is killed, the standby is promoted, and the address leads to it, under logins and sign-ups.',
    holds:
      'Requests are answered 503 meanwhile and succeed after; who was answered before the standby had caught up is there.',
    async run(rig) {
      const { name, standby, primary, gateway } = await openWithStandby(rig)
      const known = person()
      const made = await gateway.signUp(known)
      rig.check(`a sign-up before: ${shown(made)}`, made.status === 201)
      await sleep(1000)
      const seen = new Set<string>()
      let isOver = false
      const client = async () => {
        while (!isOver) {
          seen.add(shown(await gateway.logIn(known)))
          await sleep(50)
        }
      }
      const clients = [client(), client()]
      rig.say('the primary is killed')
      await killProcess(primary)
      await sleep(2000)
      rig.say('the standby is promoted')
      await promote(standby)
      name.lead(standby.port)
      name.cut()
      const again = await repeat(
        30,
        () => gateway.logIn(known),
        ({ status }) => status === 200,
      )
      rig.check(`a log-in after: ${shown(again)}`, again.status === 200)
      const later = await gateway.signUp(person())
      rig.check(`a sign-up after: ${shown(later)}`, later.status === 201)
      isOver = true
      await Promise.all(clients)
      const odd = [...seen].filter((reply) => !/^(200|503|no answer)/.test(reply))
      rig.check(`logins meanwhile: ${[...seen].join(', ')}`, odd.length === 0)
    },
  },
]
