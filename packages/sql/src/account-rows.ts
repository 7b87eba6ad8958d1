import type { AccountState, Role, Status } from '@gatehouse/auth-core/ports'
import type { Flag } from './columns.ts'

/** A tenant. `standing` is the core's `status`. */
export interface TenantRow {
  /** The name of the realm; `tenant_id` on the wire. */
  id: string
  /** What people call it; `tenant_name` on the wire. */
  name: string
  /** `Tenant.status`. */
  standing: Status
  /** The sign-up or import that made it. */
  reservation: string
  /** The replica that runs the sign-up. */
  reserved_by: string
  /** Whether browsers are asked for a one-time code. */
  otp_enabled: Flag
  /** As JSON text: client types without a code; `null` for the operator's list. */
  otp_exempt_clients: string | null
  /** The longest session in seconds; `null` for the operator's setting. */
  max_session_seconds: number | null
  /** When a closed organization is removed, epoch milliseconds; `null` while it is open. */
  closes_at: number | null
  /** When its sign-up or import began; epoch milliseconds. */
  created_at: number
}

/** An account. `standing` is the core's `status`. */
export interface AccountRow {
  /** `user_id` on the wire. */
  id: string
  /** `tenants.id` of the organization. */
  tenant_id: string
  /** The username, lower case, unique over all tenants. */
  username: string
  /** The address as the person typed it. */
  email: string
  /** The canonical address, for comparing. */
  email_canonical: string
  /** Whether the person has confirmed the address. */
  email_verified: Flag
  /** A new address that waits for its confirmation; `null` without one. */
  pending_email: string | null
  /** The first name, for mails and pages. */
  first_name: string
  /** The last name; may be empty. */
  last_name: string
  /** Role in the organization. */
  role: Role
  /** Role on single machines; may be empty. */
  machine_role: string
  /** As JSON text. */
  groups: string
  /** Encrypted by the sealer. */
  api_key: string
  /** A lookup hash; `null` for an account stored by a release without hashes. */
  api_key_hash: string | null
  /** When a backend last asked about `api_key`, in epoch milliseconds; `null` before. */
  api_key_last_used_at: number | null
  /** The person's id in the credential store; empty while reserved. */
  credential_id: string
  /** Increases with every password change. */
  credential_version: number
  /** `Account.status`. */
  standing: AccountState
  /** When its sign-up or import began; epoch milliseconds. */
  created_at: number
  /**
   * When a session was last opened, in epoch milliseconds; `null` when none was opened since this is
   * recorded.
   */
  last_login_at: number | null
  /** The tag of the language of mails to the person; `null` while none is known. */
  language: string | null
}

/** The identity at a provider that signs in to an account: one for each issuer. */
export interface ExternalIdentityRow {
  /** `accounts.id` of the account it opens. */
  account_id: string
  /** `iss` of the provider's tokens. */
  issuer: string
  /** `sub` of the provider's tokens. */
  subject: string
  /** When the person first signed in through it; epoch milliseconds. */
  created_at: number
}

/** A further API key of an account. */
export interface ApiKeyRow {
  /** The id, used in requests. */
  id: string
  /** `accounts.id` of the account that its agent acts for. */
  account_id: string
  /** The name that the person gave the key. */
  name: string
  /** SHA-256 of the key, in hexadecimal digits; unique. */
  key_hash: string
  /** When it was made; epoch milliseconds. */
  created_at: number
  /** Not accepted from then on, in epoch milliseconds; `null` while it has no end. */
  expires_at: number | null
  /** When a backend last asked about the key, in epoch milliseconds; `null` before the first time. */
  last_used_at: number | null
}
