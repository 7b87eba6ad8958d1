/** What a token in a mail is good for; one kind never passes for another (T-04). */
export type OneTimePurpose = 'verify_email' | 'reset_password'

/** A 256-bit token that went out in a mail. Only its digest is stored. */
export interface OneTimeToken {
  readonly digest: string
  readonly purpose: OneTimePurpose
  readonly accountId: string
  readonly createdAt: Date
  readonly expiresAt: Date
  /** `null` while nobody is spending it. */
  readonly lease: TokenLease | null
}

/**
 * Someone is spending a token right now. A second use has to wait; work that dies leaves a token
 * that can be tried again.
 */
export interface TokenLease {
  /** The `Ports.replicaId` of the process that does. */
  readonly by: string
  /** It is over then at the latest. */
  readonly until: Date
}
