import { setTimeout as sleep } from 'node:timers/promises'
import { person } from '@gatehouse/gateway/testing'
import { aheadBy } from '@gatehouse/test-services'
import { type Gateway, type Reply, shown } from '../gateway.ts'
import type { Rig } from '../rig.ts'
import type { Scenario } from '../scenario.ts'
import { checkNothingIsLeft, repeat, stopAt, untilRow } from '../steps.ts'

/** Stopped here, a sign-up has its reservation and no realm. */
const realm = 'insert into "local_realms"'

interface Overtaking {
  /** Settings of the replica that takes the other for dead. */
  readonly other?: Readonly<Record<string, string>>
  /** Makes the first replica look dead while its sign-up is on the way. */
  readonly harm: (one: Gateway, harmed: { cutOff(): void }) => void
  /** Waits until the other has undone the sign-up. */
  readonly untilUndone: (rig: Rig, ask: () => Promise<Reply>) => Promise<void>
  readonly heal: (one: Gateway, harmed: { mend(): void }) => void
}

/** A sign-up at one replica that another undoes; then the first goes on. */
async function overtake(rig: Rig, { other = {}, harm, untilUndone, heal }: Overtaking) {
  const { database, databasePort, settings, over } = await rig.surroundings()
  const relay = await rig.relayTo(databasePort)
  rig.say('starting two replicas')
  const one = await rig.gateway(over(relay))
  const two = await rig.gateway({ ...settings, ...other })
  const victim = person()
  const rival = { ...person(), username: victim.username }
  const stopped = stopAt(relay, realm)
  const answer = one.signUp(victim)
  await stopped.reached
  harm(one, { cutOff: () => relay.refuse(true) })
  rig.say('waiting until the other undoes the sign-up')
  await untilUndone(rig, () => two.signUp(rival))
  heal(one, { mend: () => relay.refuse(false) })
  stopped.release()
  const first = await answer
  rig.check(`the sign-up that was overtaken: ${shown(first)}`, [503, 0].includes(first.status))
  await checkNothingIsLeft(rig, database, 60)
  const again = await two.signUp({ ...person(), organization_name: victim.organization_name })
  rig.check(`the organization's name again: ${shown(again)}`, again.status === 201)
}

async function untilRivalIsIn(rig: Rig, ask: () => Promise<Reply>) {
  const taken = await repeat(60, ask, ({ status }) => status === 201)
  rig.check(`another who wants the username: ${shown(taken)}`, taken.status === 201)
}

const holds = 'A sign-up that another process has undone leaves neither a realm nor a taken name.'

/** An undone sign-up leaves nothing behind. */
export const undoneSignUps: readonly Scenario[] = [
  {
    id: 'F-1b',
    name: 'a sign-up, and a clock 12 seconds ahead',
    does: 'A replica whose clock is 12 seconds ahead is asked for the name of a sign-up that another has in hand.',
    holds,
    needs: ['faketime'],
    run: (rig) =>
      overtake(rig, {
        other: aheadBy(12),
        harm: () => undefined,
        untilUndone: untilRivalIsIn,
        heal: () => undefined,
      }),
  },
  {
    id: 'F-1c',
    name: 'a sign-up, and a replica that stands still',
    does: 'A replica is stopped between reservation and realm until another replica takes its name over, and goes on.',
    holds,
    run: (rig) =>
      overtake(rig, {
        harm: (one) => one.process().signal('SIGSTOP'),
        untilUndone: untilRivalIsIn,
        heal: (one) => one.process().signal('SIGCONT'),
      }),
  },
  {
    id: 'F-1d',
    name: 'the same, with nobody who asks for the name',
    does: 'A replica is stopped between reservation and realm until the clearing up of another undoes it, and goes on.',
    holds,
    run: (rig) =>
      overtake(rig, {
        harm: (one) => one.process().signal('SIGSTOP'),
        untilUndone: async () => sleep(85_000),
        heal: (one) => one.process().signal('SIGCONT'),
      }),
  },
  {
    id: 'F-1e',
    name: 'a sign-up, and a replica cut off from the database',
    does: 'A replica is cut off from the database between reservation and realm until another takes its name over.',
    holds,
    run: (rig) =>
      overtake(rig, {
        harm: (_, { cutOff }) => cutOff(),
        untilUndone: untilRivalIsIn,
        heal: (_, { mend }) => mend(),
      }),
  },
]

/** A stop with a long grace period, while Keycloak takes its time. */
export const slowRealm: Scenario = {
  id: 'F-1a',
  name: 'a rolling restart while Keycloak makes a realm',
  does: 'A replica is told to stop, with 50 seconds of grace, while Keycloak takes 25 seconds to make a realm; another is asked for the name meanwhile.',
  holds:
    'A replica that is being stopped counts as alive until its last answer, and its sign-up succeeds.',
  needs: ['keycloak'],
  async run(rig) {
    const keycloak = await rig.lab.keycloak()
    const way = await rig.relayTo(keycloak.port)
    const { database, settings } = await rig.surroundings({
      SHUTDOWN_DELAY_SECONDS: '3',
      SHUTDOWN_GRACE_SECONDS: '50',
    })
    rig.say('starting two replicas')
    const one = await rig.gateway({ ...settings, ...keycloak.settings(way.port) })
    const two = await rig.gateway({ ...settings, ...keycloak.settings(keycloak.port) })
    await repeat(
      60,
      () => one.get('/readyz'),
      ({ status }) => status === 200,
    )
    const victim = person()
    const stopped = stopAt(way, 'POST /admin/realms')
    const answer = one.signUp(victim)
    await stopped.reached
    one.process().signal('SIGTERM')
    rig.say('the realm takes 25 seconds')
    await sleep(16_000)
    const rival = await two.signUp({ ...person(), username: victim.username })
    rig.check(
      `another who wants the username, 16 seconds later: ${shown(rival)}`,
      rival.status === 409,
    )
    await sleep(9000)
    stopped.release()
    const first = await answer
    rig.check(`the sign-up under way: ${shown(first)}`, first.status === 201)
    const entered = await two.logIn(victim)
    rig.check(`a log-in afterwards: ${shown(entered)}`, entered.status === 200)
    const row = await untilRow(
      'the records',
      database,
      `select (select count(*) from realm_accounts as a where a.standing = 'live' and a.reservation <> 'nobody'
         and not exists (select 1 from tenants where reservation = a.reservation)) as stray`,
    )
    rig.check(`realms without an organization: ${row.stray}`, row.stray === 0)
  },
}
