import type { Status, Tenant } from './tenant.ts'

/** The stored status of an account; `removing` while its user is being removed from the credential store. */
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
  /** The address as the person typed it; mail is sent to it. */
  readonly email: string
  /** The canonical address, for comparing. */
  readonly emailCanonical: string
  /** Whether it is proven that the address belongs to the person. */
  readonly emailVerified: boolean
  /** A new address that waits for its confirmation, as the person gave it; `null` without one. */
  readonly pendingEmail: string | null
  /** First name, for mails and pages; never compared. */
  readonly firstName: string
  /** Last name, for mails and pages; may be empty. */
  readonly lastName: string
  /** Role in the organization. */
  readonly role: Role
  /** Role on single machines; may be empty. */
  readonly machineRole: string
  /** As the credential store last reported them. */
  readonly groups: readonly string[]
  /**
   * The first API key of the account, which machine agents show to the backend. It does not log in to this
   * service. It can be shown again; empty once it is revoked.
   */
  readonly apiKey: string
  /** When a backend last asked about `apiKey`, to the minute; `null` before the first time. */
  readonly apiKeyLastUsedAt: Date | null
  /** The person's identifier in the credential store; empty while reserved. */
  readonly credentialId: string
  /** Increases with every password change; proofs with an older version are void. */
  readonly credentialVersion: number
  /** The status; `reserved` while the account is being created. */
  readonly status: AccountState
  /** When its sign-up or import began. */
  readonly createdAt: Date
  /** When a session was last opened; `null` when none was opened since this is recorded. */
  readonly lastLoginAt: Date | null
  /**
   * The language of mails to the person, as a tag (RFC 5646): that of the sign-up, then of the last sign-in
   * that asked for one. `null` while none is known.
   */
  readonly language: string | null
}

/** An account and its tenant: a login offers, enters and shows both together. */
export interface Membership {
  /** The person's record in the tenant. */
  readonly account: Account
  /** The organization of the account. */
  readonly tenant: Tenant
}

/** The statuses of an account and of its tenant, for reading many at once. */
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
