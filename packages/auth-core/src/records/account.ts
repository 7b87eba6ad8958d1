import type { Status, Tenant } from './tenant.ts'

/** Where an account is in its life: `removing` while its user is taken out of the credential store. */
export type AccountState = Status | 'removing'

/** Organization-level roles (interface document, JWT claims). */
export const roles = ['super_admin', 'company_admin', 'user'] as const

/** What a person may do in their organization. Only the operator makes a `super_admin`. */
export type Role = (typeof roles)[number]

/** One person's record in one tenant. The same email in two tenants is two accounts. */
export interface Account {
  /** `user_id` on the wire. */
  readonly id: string
  /** `Tenant.id` of its organization. */
  readonly tenantId: string
  /** Canonical: lower case, unique over all tenants. */
  readonly username: string
  /** As the person gave it; mail goes here. */
  readonly email: string
  /** What two addresses are compared by. */
  readonly emailCanonical: string
  /** Whether the person has shown that the address is theirs. */
  readonly emailVerified: boolean
  /** A new address that waits for its confirmation, as the person gave it; `null` without one. */
  readonly pendingEmail: string | null
  /** For mails and pages; never compared. */
  readonly firstName: string
  /** May be empty. */
  readonly lastName: string
  /** Role in the organization. */
  readonly role: Role
  /** Role on single machines; may be empty. */
  readonly machineRole: string
  /** As the credential store last reported them. */
  readonly groups: readonly string[]
  /**
   * What machine agents show to the backend; never a way into this service. The first of the account's
   * keys, which can be shown again; empty once it is revoked.
   */
  readonly apiKey: string
  /** When a backend last asked about `apiKey`, to the minute; `null` before the first time. */
  readonly apiKeyLastUsedAt: Date | null
  /** The person's identifier in the credential store; empty while reserved. */
  readonly credentialId: string
  /** Grows with every password change; what was proven under an older one is void. */
  readonly credentialVersion: number
  /** `reserved` while what makes it is under way. */
  readonly status: AccountState
  /** When its sign-up or import began. */
  readonly createdAt: Date
  /** When a session was opened last; `null` when none was since that is noted. */
  readonly lastLoginAt: Date | null
}

/** An account together with its tenant: what a login offers, enters and presents. */
export interface Membership {
  /** The person's record in the tenant. */
  readonly account: Account
  /** The organization of the account. */
  readonly tenant: Tenant
}

/** The status of an account and of its tenant, for looking up many at once. */
export interface AccountStatus {
  /** `Account.id`. */
  readonly accountId: string
  /** The account's own status. */
  readonly account: Pick<Account, 'status'>
  /** The status of its tenant. */
  readonly tenant: Pick<Tenant, 'closesAt' | 'status'>
}

/** Whether a membership may act: both the account and its tenant are `active`, and it is not closing. */
export function isActive({ account, tenant }: Omit<AccountStatus, 'accountId'>): boolean {
  return account.status === 'active' && tenant.status === 'active' && tenant.closesAt === null
}
