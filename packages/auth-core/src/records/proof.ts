import type { ClientType } from './client.ts'

/** The methods of authentication; values of the `amr` claim (RFC 8176). */
export type AuthenticationMethod = 'pwd' | 'otp' | 'fed'

/** An account whose credential was accepted, and the version of its password. */
export interface ProvenAccount {
  /** `Account.id`. */
  readonly accountId: string
  /** `Account.credentialVersion` at that time; a later password change voids the proof. */
  readonly credentialVersion: number
}

/**
 * What one login has proved so far. A session token carries it sealed, an OTP challenge stores it. It
 * contains only accounts whose own credential was accepted (T-16).
 */
export interface LoginProof {
  /** The id of the login; its sessions carry it too (`lid`). */
  readonly loginId: string
  /** The accounts that the login opens. */
  readonly accounts: readonly ProvenAccount[]
  /** The client type of the login; it can only become stricter. */
  readonly client: ClientType
  /** When a credential was checked; stays the same through refreshes and switches (T-05). */
  readonly authTime: Date
  /** The methods, in the order of use. */
  readonly methods: readonly AuthenticationMethod[]
}
