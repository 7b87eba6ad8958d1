import type { Person } from '@gatehouse/gateway/testing'
import type { Ending, Evidence } from './evidence.ts'

type Mutable<List> = List extends readonly (infer Item)[] ? Item[] : never

/** What is written down while it happens; the rest is read when it is over. */
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
  /** What to try at the end. Not for the checker: it has passwords. */
  readonly resets: ResetMemo[]
}

/** Somebody who has brought a reset token, with passwords in the order of their numbers. */
export interface ResetMemo {
  readonly someone: Pick<Person, 'username' | 'email'>
  readonly passwords: readonly string[]
  /** The numbers of those that were accepted. */
  readonly promised: readonly number[]
  readonly resetToken: string
}

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

/** Notes that something is about to stop being good. */
export function beginEnding({ endings }: Journal, keys: Iterable<string>): void {
  for (const key of keys) {
    if (!endings.has(key)) endings.set(key, { begunAt: Date.now(), certainAt: undefined })
  }
}

/** Notes that it has. */
export function confirmEnding({ endings }: Journal, keys: Iterable<string>): void {
  for (const key of keys) {
    const ending = endings.get(key)
    if (ending) endings.set(key, { ...ending, certainAt: ending.certainAt ?? Date.now() })
  }
}
