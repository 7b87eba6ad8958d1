import type { ClientType } from './client.ts'

/** Where a tenant or account is in its life. Only `active` ones sign in. */
export type Status = 'reserved' | 'active' | 'disabled'

/** An organization: one realm in the credential store. */
export interface Tenant {
  /** The realm name; `tenant_id` on the wire. */
  readonly id: string
  /** What people call it; `tenant_name` on the wire. */
  readonly name: string
  /** `reserved` while its sign-up is under way. */
  readonly status: Status
  /** Marks the realm as made by one particular sign-up, so that undoing never removes another's. */
  readonly reservation: string
  /** The `Ports.replicaId` of the process that reserved it; of no meaning afterwards. */
  readonly reservedBy: string
  /** Whether its administrator wants browsers to give a one-time code. */
  readonly otpEnabled: boolean
  /** Client types that are never asked for one here; `null` for those of the operator. */
  readonly otpExemptClients: readonly ClientType[] | null
  /**
   * No refresh later than this after the credential was checked, in seconds; `null` for what the
   * operator allows, which a longer one does not exceed.
   */
  readonly maxSessionSeconds: number | null
  /**
   * When it is removed with everything in it, since an administrator has closed it; `null` while it is
   * open. Until then none of its accounts may act.
   */
  readonly closesAt: Date | null
  /** When its sign-up or import began; the start of time once its reservation has run out. */
  readonly createdAt: Date
}

/** What the reservation of an organization begins with that was brought in with its realm. */
export const importMark = 'import:'

/** Whether the realm of an organization is older than its record. It is not ours to remove. */
export function isImported({ reservation }: Pick<Tenant, 'reservation'>): boolean {
  return reservation.startsWith(importMark)
}
