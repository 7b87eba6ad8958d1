import type { Role } from '@gatehouse/auth-core/ports'

/** An invitation. `claimed_by` and `claimed_until` are the core's `lease`. */
export interface InvitationRow {
  /** The id, by which administrators name it. */
  id: string
  /** `tenants.id` of the organization; unique with the address. */
  tenant_id: string
  /** As the administrator gave it. */
  email: string
  /** What two addresses are compared by. */
  email_canonical: string
  /** Role in the organization. */
  role: Role
  /** Role on single machines; may be empty. */
  machine_role: string
  /** As JSON text. */
  groups: string
  /** Keyed hash of the token; unique. */
  digest: string
  /** `accounts.id` of the account that sent it last; may be missing. */
  invited_by: string
  /** When it was made; epoch milliseconds. */
  created_at: number
  /** Not accepted at or after this moment; epoch milliseconds. */
  expires_at: number
  /** When the lease ends, in epoch milliseconds; `null` without one. */
  claimed_until: number | null
  /** A replica; empty where no process holds it; `null` without a lease. */
  claimed_by: string | null
}
