/** What a program full of clients does. */
export interface ClientsPlan {
  /** Of the auth routes. */
  readonly url: string
  /** What they ask for. */
  readonly kind: 'logins' | 'refreshes'
  /** How many ask at the same time. */
  readonly concurrency: number
  /** Addresses of those that log in, or tokens, each for one request after the other. */
  readonly who: readonly string[]
}
