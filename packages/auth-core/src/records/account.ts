import type { Status, Tenant } from './tenant.ts'

/** Organization-level roles (interface document, JWT claims). */
export const roles = ['super_admin', 'company_admin', 'user'] as const

/** What a person may do in their organization. Only the operator makes a `super_admin`. */
export type Role = (typeof roles)[number]

/** One person's record in one tenant. The same email in two tenants is two accounts. */
export interface Account {
  /** `user_id` on the wire. */
  readonly id: string
  readonly tenantId: string
  /** Canonical: lower case, unique over all tenants. */
  readonly username: string
  /** As the person gave it; mail goes here. */
  readonly email: string
  /** What two addresses are compared by. */
  readonly emailCanonical: string
  readonly emailVerified: boolean
  readonly firstName: string
  readonly lastName: string
  readonly role: Role
  /** Role on single machines; may be empty. */
  readonly machineRole: string
  /** As the credential store last reported them. */
  readonly groups: readonly string[]
  /** What machine agents show to the backend; never a way into this service. */
  readonly apiKey: string
  /** The person's identifier in the credential store; empty while reserved. */
  readonly credentialId: string
  /** Grows with every password change; what was proven under an older one is void. */
  readonly credentialVersion: number
  readonly status: Status
  readonly createdAt: Date
}

/** An account together with its tenant: what a login offers, enters and presents. */
export interface Membership {
  readonly account: Account
  readonly tenant: Tenant
}

/** How an account and its tenant stand, for whoever asks about many at once. */
export interface AccountStatus {
  readonly accountId: string
  readonly account: Pick<Account, 'status'>
  readonly tenant: Pick<Tenant, 'status'>
}

/** Whether someone may enter: both the person and the organization are in good status. */
export function isActive({ account, tenant }: Omit<AccountStatus, 'accountId'>): boolean {
  return account.status === 'active' && tenant.status === 'active'
}
