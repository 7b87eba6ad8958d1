/** What a token in a mail is good for; one kind never passes for another (T-04). */
export type OneTimePurpose = 'verify_email' | 'reset_password'

/** A 256-bit token that went out in a mail. Only its digest is stored. */
export interface OneTimeToken {
  readonly digest: string
  readonly purpose: OneTimePurpose
  readonly accountId: string
  readonly createdAt: Date
  readonly expiresAt: Date
  /**
   * Someone is spending it right now, until this moment at the latest. A second use is refused
   * meanwhile; work that dies leaves a token that can be tried again.
   */
  readonly claimedUntil: Date | null
}
