import { setTimeout as sleep } from 'node:timers/promises'
import { runGatehouse } from '@gatehouse/gateway/testing'
import type { FaultAction, FaultContext, Replica } from './chaos-environment.ts'
import type { FaultKind } from './evidence.ts'
import { measureRecovery } from './measure-recovery.ts'

/** How long the balancer needs to notice that a gateway is back, or gone. */
export const balancerMs = 2500

const actions = {
  async kill({ random }, victim) {
    await victim.process().kill()
    await sleep(random(1000))
    await victim.start()
    await sleep(balancerMs)
  },

  async drain(_context, victim) {
    const code = await victim.process().stop()
    if (code !== 0) throw new Error(`gateway ${victim.name} ended with ${code}`)
    await victim.start()
    await sleep(balancerMs)
  },

  async 'database restart'(context) {
    await context.environment.stopDatabase('immediate')
    await comeBack(context)
  },

  async 'database outage'(context) {
    await context.environment.stopDatabase('fast')
    await sleep(2000 + context.random(2000))
    await comeBack(context)
  },

  async cut({ random }, { relay }) {
    await sleep(random(500))
    relay.cut()
    await sleep(1000)
  },

  async delay({ random }, { relay }) {
    relay.delay(200 + random(300))
    await sleep(1000 + random(1000))
    relay.delay(0)
    await sleep(1000)
  },

  async rotation({ environment, journal }) {
    const parameters = ['keys', 'rotate', '--now', '--yes']
    const { code, errors } = await runGatehouse(parameters, environment.settings)
    if (code !== 0) throw new Error(`keys rotate: ${code} ${errors}`)
    const statement = 'select kid, revoked_at from signing_keys where revoked_at is not null'
    for (const { kid, revoked_at } of await environment.database.ask(statement)) {
      journal.revocations.set(String(kid), Number(revoked_at))
    }
    await sleep(4000)
  },
} as const satisfies Partial<Record<FaultKind, FaultAction>>

/** Every kind of fault that needs no leg. */
export const faultKinds = Object.keys(actions) as readonly (keyof typeof actions)[]

/** Those that are about the database server, or the way to it. */
export const databaseFaults: readonly FaultKind[] = [
  'database restart',
  'database outage',
  'cut',
  'delay',
]

/**
 * Causes one fault, or several at the same time: each in a randomly drawn gateway, or in a shared part.
 * Records them in the journal.
 *
 * @returns The faults and their gateways, for people.
 */
export async function cause(kinds: readonly FaultKind[], context: FaultContext): Promise<string> {
  const { environment, random } = context
  const left = [...environment.gateways]
  const drawn = kinds.map((kind) => {
    const [victim] = left.splice(random(left.length), 1)
    if (!victim) throw new Error('more faults than gateways')
    return { kind, victim }
  })
  await Promise.all(drawn.map(({ kind, victim }) => causeOne(kind, victim, context)))
  return drawn
    .map(({ kind, victim }) => (isOfOne(kind) ? `${kind} of ${victim.name}` : kind))
    .join(', ')
}

async function causeOne(kind: FaultKind, victim: Replica, context: FaultContext): Promise<void> {
  const { gateways, leg } = context.environment
  const action = { ...actions, ...leg?.faults }[kind]
  if (!action) throw new Error(`there is nothing here to cause: ${kind}`)
  const beganAt = Date.now()
  await action(context, victim)
  const isOfAll = gateways.length === 1 && (kind === 'kill' || kind === 'drain')
  context.journal.faults.push({ kind, isOfAll, beganAt, endedAt: Date.now() })
}

function isOfOne(kind: FaultKind): boolean {
  const ofOne: readonly FaultKind[] = [
    'kill',
    'drain',
    'cut',
    'delay',
    'worker kill',
    'worker stop',
  ]
  return ofOne.includes(kind) || kind === 'clock jump' || kind === 'kill in a jump'
}

async function comeBack({ environment, journal }: FaultContext): Promise<void> {
  const measuring = measureRecovery(environment)
  await environment.startDatabase()
  journal.recoveries.push(...(await measuring.since(Date.now())))
}
