import type { AccessClaims } from '@gatehouse/auth-core'
import type { World } from './world.ts'

/** What came of a request, as the model sees it. */
export interface Seen {
  /** The kind of the outcome, or that none came: an exception, or a process that died. */
  readonly kind: string
  /** Why it was refused. */
  readonly refusal?: string
  /** The whole outcome. */
  readonly outcome: Readonly<Record<string, unknown>>
  /** What its access token says, if it has one. */
  readonly claims?: AccessClaims
  /** The id of the account under the name that it asked for, by the records; empty without one. */
  readonly made: string
}

/** What the model says of a request. */
export type Expectation =
  | { readonly refuses: readonly string[] }
  | {
      /** The kinds of outcome that are right. */
      readonly allows: readonly string[]
      /**
       * Makes it so. Without an outcome the answer was lost, and whatever it handed out with it.
       *
       * @param made The id of the account that there is now under the name that was asked for.
       */
      readonly apply: (seen: Seen | null, made: string) => void
    }

/** The settings of the operator that the model knows. */
export interface Settings {
  readonly logoutEndsTokens: boolean
  /** Only people with a confirmed address may sign in. */
  readonly confirmedOnly: boolean
  /** New organizations ask browsers for codes. */
  readonly codesAtFirst: boolean
}

/** What a rule knows. */
export interface Ruling {
  readonly world: World
  /** Epoch seconds. */
  readonly now: number
  readonly settings: Settings
}

/** It is refused for one of these reasons. */
export function refuses(...refusals: readonly string[]): Expectation {
  return { refuses: refusals }
}
