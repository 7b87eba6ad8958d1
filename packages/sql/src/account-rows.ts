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
  /** The replica whose sign-up it is. */
  reserved_by: string
  /** Whether browsers are asked for a one-time code. */
  otp_enabled: Flag
  /** JSON: client types without a code; `null` for those of the operator. */
  otp_exempt_clients: string | null
  /** The longest session in seconds; `null` for that of the operator. */
  max_session_seconds: number | null
  /** When it is removed, epoch milliseconds; `null` while it is open. */
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
  /** Lower case, unique over all tenants. */
  username: string
  /** As the person gave it. */
  email: string
  /** What two addresses are compared by. */
  email_canonical: string
  /** Whether the person has confirmed the address. */
  email_verified: Flag
  /** A new address that waits for its confirmation; `null` without one. */
  pending_email: string | null
  /** For mails and pages. */
  first_name: string
  /** May be empty. */
  last_name: string
  /** Role in the organization. */
  role: Role
  /** Role on single machines; may be empty. */
  machine_role: string
  /** JSON. */
  groups: string
  /** Sealed. */
  api_key: string
  /** A lookup hash; `null` when a release that knew none stored the account. */
  api_key_hash: string | null
  /** When a backend last asked about `api_key`, in epoch milliseconds; `null` before. */
  api_key_last_used_at: number | null
  /** The person's id in the credential store; empty while reserved. */
  credential_id: string
  /** Grows with every password change. */
  credential_version: number
  /** `Account.status`. */
  standing: AccountState
  /** When its sign-up or import began; epoch milliseconds. */
  created_at: number
  /** When a session was opened last, in epoch milliseconds; `null` when none was that is noted. */
  last_login_at: number | null
}

/** An account, and who may sign in to it through a provider: one identity for each issuer. */
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
  /** Named in requests. */
  id: string
  /** `accounts.id` of the account that its agent acts for. */
  account_id: string
  /** What the person calls it. */
  name: string
  /** SHA-256 of the key, in hexadecimal digits; unique. */
  key_hash: string
  /** When it was made; epoch milliseconds. */
  created_at: number
  /** Not accepted from then on, in epoch milliseconds; `null` while it has no end. */
  expires_at: number | null
  /** When a backend last asked about it, in epoch milliseconds; `null` before. */
  last_used_at: number | null
}
