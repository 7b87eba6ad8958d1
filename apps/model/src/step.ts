import type { Act } from './act.ts'
import type { Fault } from './faults.ts'

/**
 * A request before it is known what was handed out: who, what and where are numbers, which
 * `resolve` looks up. Plain data, so that a failure can be written down and repeated.
 */
export interface Request {
  readonly kind: Act['kind']
  readonly [field: string]: string | number | boolean
}

/** One step of a run. */
export type Step =
  | { readonly do: 'request'; readonly of: Request }
  /** The same request, several times, as an attacker guesses. */
  | { readonly do: 'again'; readonly of: Request; readonly times: number }
  /** Two requests at the same time. */
  | { readonly do: 'together'; readonly of: readonly Request[]; readonly turns: readonly number[] }
  /** A request during which a port fails, or the process dies. */
  | { readonly do: 'cut off'; readonly of: Request; readonly fault: Fault }
  /** The clock goes on, and the jobs with it. */
  | { readonly do: 'pass'; readonly minutes: number }
  /** The clock jumps, forwards or back. */
  | { readonly do: 'jump'; readonly seconds: number }

/** Usernames, by their numbers. */
export const usernames = ['ada', 'grace', 'mallory', 'linus', 'eve'] as const
/** Addresses; the last one is the attacker's. */
export const emails = ['ada@example.com', 'grace@example.com', 'mallory@example.net'] as const
/** Names of organizations. Their ids are the same in lower case. */
export const organizations = ['Acme', 'Globex', 'Initech'] as const
/** All of them keep the rules. */
export const passwords = ['correct horse one', 'battery staple two', 'lovelace 1843 three'] as const
