import type { ClientType } from './client.ts'

/** The status of a tenant or account. Only `active` ones can sign in. */
export type Status = 'reserved' | 'active' | 'disabled'

/** An organization: one realm in the credential store. */
export interface Tenant {
  /** The realm name; `tenant_id` on the wire. */
  readonly id: string
  /** The display name; `tenant_name` on the wire. */
  readonly name: string
  /** `reserved` while its sign-up is under way. */
  readonly status: Status
  /** Marks the realm as made by one sign-up, so that undoing never removes the realm of another. */
  readonly reservation: string
  /** The `Ports.replicaId` of the process that reserved it; not used afterwards. */
  readonly reservedBy: string
  /** Whether browsers are asked for a one-time code. */
  readonly otpEnabled: boolean
  /** Client types that are never asked for a code here; `null` for the operator's list. */
  readonly otpExemptClients: readonly ClientType[] | null
  /**
   * Seconds after a credential check in which sessions can be refreshed, bounded by the operator's setting;
   * `null` for the operator's setting.
   */
  readonly maxSessionSeconds: number | null
  /**
   * When a closed organization is removed with everything in it; `null` while it is open. Accounts of a
   * closed organization may not act.
   */
  readonly closesAt: Date | null
  /** When its sign-up or import began; the start of time marks a reservation that has run out. */
  readonly createdAt: Date
}

/** The prefix of the reservation of an organization that was imported with its realm. */
export const importMark = 'import:'

/** Whether the organization was imported: its realm is older than its record, and must not be removed. */
export function isImported({ reservation }: Pick<Tenant, 'reservation'>): boolean {
  return reservation.startsWith(importMark)
}
