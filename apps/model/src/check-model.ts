import type { Store } from '@gatehouse/auth-core/ports'
import fc from 'fast-check'
import { anyStep } from './any-step.ts'
import { type Run, startRun } from './run-model.ts'
import type { Setting } from './setting.ts'
import type { Request, Step } from './step.ts'

/** A store of its own for one run; none: in memory. */
export interface OpenedStore {
  readonly store?: Store
  /** Ends what was opened. */
  readonly close?: () => Promise<void>
}

/** How the model is checked. */
export interface ModelOptions {
  readonly seed: number
  readonly runs: number
  readonly openStore: () => Promise<OpenedStore>
  /** Steps of one run, at most. */
  readonly steps?: number
  /** Whether the first steps that differ are told as they are, and no shorter ones looked for. */
  readonly isFirstEnough?: boolean
}

/** Whom a run begins with: two organizations with an administrator each, and a member of both. */
const arrivals: readonly Unsent[] = [
  { kind: 'signUp', username: 0, email: 0, organization: 0, password: 0 },
  { kind: 'verifyEmail', link: 0, password: 0 },
  { kind: 'signUp', username: 2, email: 2, organization: 1, password: 0 },
  { kind: 'verifyEmail', link: 0, password: 0 },
  ...memberOf({ administrator: 2, username: 3 }),
  ...memberOf({ administrator: 0, username: 1 }),
]
const beginning = arrivals.map((of): Step => {
  return { do: 'request', of: { ...of, client: 'cli', network: '192.0.2.1' } }
})

type Unsent = Omit<Request, 'client' | 'network'> & Pick<Request, 'kind'>

function memberOf({
  administrator,
  username,
}: Readonly<Record<'administrator' | 'username', number>>): readonly Unsent[] {
  return [
    { kind: 'logIn', email: administrator, password: 0 },
    { kind: 'invite', token: 0, email: 1, role: 'user' },
    { kind: 'acceptInvitation', link: 0, username, password: 0 },
  ]
}

const anySetting = fc.record({
  logoutEndsTokens: fc.boolean(),
  confirmedOnly: fc.boolean(),
  codesAtFirst: fc.boolean(),
  lowLimits: fc.constantFrom(false, false, true),
})

/** Runs random steps with service and model. @throws {Error} With the shortest steps that differ. */
export async function checkModel({
  seed,
  runs,
  openStore,
  steps = 60,
  isFirstEnough = false,
}: ModelOptions): Promise<void> {
  const commands = fc.commands([anyStep.map(commandOf)], { maxCommands: steps, size: 'max' })
  await fc.assert(
    fc.asyncProperty(anySetting, commands, async (setting, taken) => {
      const { store, close } = await openStore()
      try {
        const run = startRun(setting, store)
        for (const step of beginning) await run.take(step)
        await fc.asyncModelRun(() => ({ model: {}, real: run }), taken)
      } finally {
        await close?.()
      }
    }),
    { seed, numRuns: runs, includeErrorInReport: true, endOnFailure: isFirstEnough },
  )
}

/** Takes these steps after the beginning, as a failure of {@link checkModel} names them. */
export async function repeat(setting: Setting, steps: readonly Step[]): Promise<void> {
  const run = startRun(setting)
  for (const step of [...beginning, ...steps]) await run.take(step)
}

function commandOf(step: Step): fc.AsyncCommand<object, Run> {
  return {
    check: () => true,
    run: (_, run) => run.take(step),
    toString: () => JSON.stringify(step),
  }
}
