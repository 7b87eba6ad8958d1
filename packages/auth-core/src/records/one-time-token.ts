/** The purposes of mailed tokens; a token is only valid for its own purpose (T-04). */
export type OneTimePurpose =
  | 'verify_email'
  | 'reset_password'
  /** Confirms the new address of an account. */
  | 'change_email'
  /** Reopens a closed organization. */
  | 'reopen_organization'
  /** Never mailed: the lease of a process that sets a password for its owner. */
  | 'set_password'

/** The purposes of tokens that are sent in mails. */
export type MailedPurpose = Exclude<OneTimePurpose, 'set_password'>

/** A 256-bit token that was sent in a mail. Only its digest is stored. */
export interface OneTimeToken {
  /** Keyed hash of the token; unique for its purpose. */
  readonly digest: string
  /** The only purpose that it is valid for. */
  readonly purpose: OneTimePurpose
  /** The account it acts on. */
  readonly accountId: string
  /** When it was issued. */
  readonly createdAt: Date
  /** The token is not accepted at or after this moment. */
  readonly expiresAt: Date
  /** The lease of the process that is spending it; `null` without one. */
  readonly lease: TokenLease | null
}

/**
 * Leased by a process while it spends a token. A second use waits. When the process dies the lease
 * runs out, and the token can be tried again.
 */
export interface TokenLease {
  /** The `Ports.replicaId` of the process. */
  readonly by: string
  /** The latest end of the lease. */
  readonly until: Date
}
