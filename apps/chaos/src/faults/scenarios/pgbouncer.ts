import { setTimeout as sleep } from 'node:timers/promises'
import { person } from '@gatehouse/gateway/testing'
import { createDatabase } from '@gatehouse/sql/testing'
import { startPgBouncer } from '@gatehouse/test-services'
import { type Person, type Reply, shown } from '../gateway.ts'
import type { Rig } from '../rig.ts'
import type { Scenario } from '../scenario.ts'
import { checkNothingIsLeft, repeat, untilLookedAt } from '../steps.ts'

async function pool(rig: Rig, mode: 'session' | 'transaction'): Promise<void> {
  const server = await rig.lab.server()
  const database = await createDatabase(server.url)
  rig.defer(() => database.drop())
  const bouncer = await startPgBouncer(database.url, mode)
  rig.defer(() => bouncer.stop())
  const { over } = await rig.surroundings({ DATABASE_URL: database.url })
  rig.say('starting two replicas')
  const first = await rig.gateway(over(bouncer))
  const gateways = [first, await rig.gateway(over(bouncer))]
  const made: Person[] = []
  const replies: Reply[] = []
  let isOver = false
  const client = async (index: number) => {
    for (let count = 0; !isOver; count += 1) {
      const gateway = gateways[(index + count) % 2]
      const who = person()
      const reply = await gateway?.signUp(who)
      if (reply) replies.push(reply)
      if (reply?.status === 201) made.push(who)
      const known = made[rig.random(Math.max(1, made.length))]
      if (known && gateway) replies.push(await gateway.logIn(known))
    }
  }
  const clients = Array.from({ length: 6 }, (_, index) => client(index))
  rig.say('under load')
  await sleep(10_000)
  rig.say('PgBouncer is killed')
  await bouncer.restart()
  const back = await repeat(
    20,
    () => first.signUp(person()),
    ({ status }) => status === 201,
  )
  rig.check(`a sign-up after its restart: ${shown(back)}`, back.status === 201)
  await sleep(5000)
  isOver = true
  await Promise.all(clients)
  const kinds = [...Map.groupBy(replies, shown)].map(([kind, all]) => `${all.length} × ${kind}`)
  // Nothing is asked a second time, so no name is taken.
  const isFine = ({ status }: Reply) => [200, 201, 503].includes(status)
  rig.check(kinds.join(', '), replies.every(isFine) && made.length > 10)
  const entered = await Promise.all(
    made.slice(-10).map((who) => untilLookedAt(() => first.logIn(who))),
  )
  const lost = entered.filter(({ status }) => status !== 200)
  rig.check(`sign-ups that were answered and are not there: ${lost.length}`, lost.length === 0)
  await checkNothingIsLeft(rig, database, 60)
}

const holds =
  'Sign-ups and logins work, whoever was answered 201 can log in, and all works again after PgBouncer was killed.'

/** A pool between gateways and the database. */
export const pools: readonly Scenario[] = (['transaction', 'session'] as const).map((mode) => ({
  id: mode === 'transaction' ? 'H-10a' : 'H-10b',
  name: `PgBouncer, pool_mode = ${mode}`,
  does: `Two replicas share a PgBouncer with pool_mode = ${mode} under load; it is killed and started again.`,
  holds,
  needs: ['pgbouncer'],
  run: (rig: Rig) => pool(rig, mode),
}))
