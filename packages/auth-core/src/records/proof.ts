import type { ClientType } from './client.ts'

/** How something was proven; the values of the `amr` claim (RFC 8176). */
export type AuthenticationMethod = 'pwd' | 'otp' | 'fed'

/** One account whose credential was accepted, and under which password. */
export interface ProvenAccount {
  /** `Account.id`. */
  readonly accountId: string
  /** `Account.credentialVersion` at that time; a later password change voids the proof. */
  readonly credentialVersion: number
}

/**
 * What one login has proven so far. A session token seals it, an OTP challenge remembers it.
 * Only accounts whose own credential was accepted are in it (T-16).
 */
export interface LoginProof {
  /** The login; sessions that come of it have it, too (`lid`). */
  readonly loginId: string
  /** The accounts it opens. */
  readonly accounts: readonly ProvenAccount[]
  /** The client type the login was made with; it can only become stricter. */
  readonly client: ClientType
  /** When a credential was really checked; kept through the whole chain (T-05). */
  readonly authTime: Date
  /** In the order in which they were used. */
  readonly methods: readonly AuthenticationMethod[]
}
