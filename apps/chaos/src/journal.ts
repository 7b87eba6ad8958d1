import type { Person } from '@gatehouse/gateway/testing'
import type { Ending, Evidence } from './evidence.ts'

type Mutable<List> = List extends readonly (infer Item)[] ? Item[] : never

/** The records of a run; the rest of the evidence is read at its end. */
export interface Journal {
  readonly attempts: Mutable<Evidence['attempts']>
  readonly faults: Mutable<Evidence['faults']>
  readonly signUps: Mutable<Evidence['signUps']>
  readonly secrets: Mutable<Evidence['secrets']>
  readonly uses: Mutable<Evidence['uses']>
  readonly endings: Map<string, Ending>
  readonly revocations: Map<string, number>
  readonly terminals: Mutable<Evidence['terminals']>
  readonly passwords: Mutable<Evidence['passwords']>
  readonly recoveries: Mutable<Evidence['recoveries']>
  /** What to try at the end. Not part of the evidence, because it holds passwords. */
  readonly resets: ResetMemo[]
}

/** A person who has used a reset token, with passwords in the order of their numbers. */
export interface ResetMemo {
  readonly someone: Pick<Person, 'username' | 'email'>
  readonly passwords: readonly string[]
  /** The numbers of the accepted passwords. */
  readonly promised: readonly number[]
  readonly resetToken: string
}

/** A journal of one run. */
export function createJournal(): Journal {
  return {
    attempts: [],
    faults: [],
    signUps: [],
    secrets: [],
    uses: [],
    endings: new Map(),
    revocations: new Map(),
    terminals: [],
    passwords: [],
    recoveries: [],
    resets: [],
  }
}

/** Notes that sessions or passwords are about to end, and whether access tokens end with them. */
export function beginEnding(
  { endings }: Journal,
  keys: Iterable<string>,
  { endsAccess }: Pick<Ending, 'endsAccess'> = { endsAccess: false },
): void {
  for (const key of keys) {
    if (endings.has(key)) continue
    endings.set(key, { begunAt: Date.now(), certainAt: undefined, endsAccess })
  }
}

/** Notes that they have ended. */
export function confirmEnding({ endings }: Journal, keys: Iterable<string>): void {
  for (const key of keys) {
    const ending = endings.get(key)
    if (ending) endings.set(key, { ...ending, certainAt: ending.certainAt ?? Date.now() })
  }
}
