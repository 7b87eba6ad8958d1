/** What a token in a mail is good for; one kind never passes for another (T-04). */
export type OneTimePurpose =
  | 'verify_email'
  | 'reset_password'
  /** Confirms the address that an account is to have. */
  | 'change_email'
  /** Takes an organization back that was closed. */
  | 'reopen_organization'
  /** Never mailed: the lease of a process that sets a password for its owner. */
  | 'set_password'

/** A purpose of tokens that do go out in mails. */
export type MailedPurpose = Exclude<OneTimePurpose, 'set_password'>

/** A 256-bit token that went out in a mail. Only its digest is stored. */
export interface OneTimeToken {
  /** Keyed hash of the token; unique for its purpose. */
  readonly digest: string
  /** The one thing it is good for. */
  readonly purpose: OneTimePurpose
  /** The account it acts on. */
  readonly accountId: string
  /** When it was issued. */
  readonly createdAt: Date
  /** Not accepted at or after this moment. */
  readonly expiresAt: Date
  /** `null` while no process is spending it. */
  readonly lease: TokenLease | null
}

/**
 * Leased by a process while it spends a token. A second use waits. When the process dies the lease
 * runs out, and the token can be tried again.
 */
export interface TokenLease {
  /** The `Ports.replicaId` of the process. */
  readonly by: string
  /** The lease ends at this moment at the latest. */
  readonly until: Date
}
