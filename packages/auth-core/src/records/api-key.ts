/**
 * A further key of an account, for a machine agent; the first one is `Account.apiKey`. The store keeps
 * a hash of its text, which is shown once.
 */
export interface ApiKey {
  /** Never `first`, which stands for `Account.apiKey`. */
  readonly id: string
  /** The account that the agent acts for. */
  readonly accountId: string
  /** The name that the person gave the key; never compared. */
  readonly name: string
  /** When it was made. */
  readonly createdAt: Date
  /** It is not accepted at or after this moment; `null` while it has no end. */
  readonly expiresAt: Date | null
  /** When a backend last asked about it, to the minute; `null` before the first time. */
  readonly lastUsedAt: Date | null
}
