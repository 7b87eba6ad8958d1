import { type LifeState, lifeAfter } from '../account/life.ts'
import { recordOf } from '../account/life-of.ts'
import { parseDisplayName } from '../identity/display-name.ts'
import { type EmailAddress, parseEmailAddress } from '../identity/email-address.ts'
import { parseUsername } from '../identity/username.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Account, Role } from '../records/account.ts'
import { systemEvent } from '../records/audit.ts'
import type { Tenant } from '../records/tenant.ts'

/** A user of the credential store without an account. */
export interface UserToImport {
  /** The store's own identifier. */
  readonly credentialId: string
  /** As the store has it. */
  readonly username: string
  /** The address; empty where there is none. */
  readonly email: string
  /** Whether the store vouches for the address. */
  readonly emailVerified: boolean
  /** Whether the user is enabled; otherwise the account becomes `disabled`. */
  readonly enabled: boolean
  /** The first name; replaced by the username where it breaks our rules for names. */
  readonly firstName: string
  /** The last name; left out where it breaks our rules for names. */
  readonly lastName: string
  /** In the store. */
  readonly groups: readonly string[]
  /** The role of the account in the organization. */
  readonly role: Role
}

/**
 * Why a user cannot have an account.
 *
 * - `username_not_allowed`: it breaks our rules.
 * - `username_taken`: an account of any organization has it.
 * - `no_email`: the user has no address.
 * - `email_not_usable`: it breaks our rules.
 * - `email_taken`: another account of the organization has it.
 */
export type ImportConflict =
  | 'username_not_allowed'
  | 'username_taken'
  | 'no_email'
  | 'email_not_usable'
  | 'email_taken'

/** The outcome for one user. */
export interface ImportedUser {
  /** The user as it was given. */
  readonly user: UserToImport
  /** `known`: the user has an account already. */
  readonly outcome: 'imported' | 'known' | ImportConflict
  /** A sentence about the conflict. */
  readonly reason?: string
}

/** Users of one organization to import. */
export interface AccountsImport {
  /** The organization they belong to. */
  readonly tenant: Tenant
  /** Users of its realm. */
  readonly users: readonly UserToImport[]
  /** Checks, and writes nothing. */
  readonly dryRun: boolean
  /** Of the earlier calls for the same organization, when one dry run takes several. */
  readonly planned?: PlannedAccounts
}

/** What a dry run would have made so far: it sees doubles among its own users by it. It grows. */
export interface PlannedAccounts {
  /** As `Account.username`. */
  readonly usernames: Set<string>
  /** The usernames, by `Account.emailCanonical`. */
  readonly emails: Map<string, string>
}

type ImportPorts = Pick<Ports, 'clock' | 'domainToAscii' | 'secrets' | 'store'>

/**
 * Creates accounts for users that the credential store has already, in one transaction. A repetition does no
 * harm: existing accounts stay as they are.
 *
 * @returns The outcome for each user, in the given order.
 */
export async function importAccounts(
  ports: ImportPorts,
  { tenant, users, dryRun, planned = noPlan() }: AccountsImport,
): Promise<readonly ImportedUser[]> {
  const { outcomes, here } = await ports.store.transaction(async (tx) => {
    const ids = users.map(({ credentialId }) => credentialId)
    const known = await tx.accounts.findByCredentials(tenant.id, ids)
    const knownIds = new Set(known.map(({ credentialId }) => credentialId))
    const outcomes: ImportedUser[] = []
    // Joins `planned` at the end, since a store may run a transaction again.
    const here = noPlan()
    const plans = dryRun ? { planned, here } : null
    for (const user of users) {
      const outcome = knownIds.has(user.credentialId)
        ? ({ user, outcome: 'known' } as const)
        : await importOne(ports, tx, { tenant, user, plans })
      outcomes.push(outcome)
    }
    return { outcomes, here }
  })
  for (const username of here.usernames) planned.usernames.add(username)
  for (const [email, username] of here.emails) planned.emails.set(email, username)
  return outcomes
}

function noPlan(): PlannedAccounts {
  return { usernames: new Set(), emails: new Map() }
}

interface OneImport {
  readonly tenant: Tenant
  readonly user: UserToImport
  /** `null`: the account is made. */
  readonly plans: { readonly planned: PlannedAccounts; readonly here: PlannedAccounts } | null
}

async function importOne(
  ports: ImportPorts,
  tx: Transaction,
  { tenant, user, plans }: OneImport,
): Promise<ImportedUser> {
  const checked = check(ports, user)
  if ('outcome' in checked) return checked
  const { username, email } = checked
  const isPlanned = plans?.planned.usernames.has(username) || plans?.here.usernames.has(username)
  const holder = isPlanned ? tenant.id : (await tx.accounts.findByUsername(username))?.tenantId
  if (holder !== undefined) {
    const reason = `The organization ${holder} has an account of this name.`
    return { user, outcome: 'username_taken', reason }
  }
  const sameAddress = await tx.accounts.findByEmail(email.canonical)
  const neighbour =
    sameAddress.find(({ tenantId }) => tenantId === tenant.id)?.username ??
    plans?.planned.emails.get(email.canonical) ??
    plans?.here.emails.get(email.canonical)
  if (neighbour !== undefined) {
    const reason = `${neighbour} has the same email address in this organization.`
    return { user, outcome: 'email_taken', reason }
  }
  plans?.here.usernames.add(username)
  plans?.here.emails.set(email.canonical, username)
  if (plans === null) await insert(ports, tx, { tenant, user, username, email })
  return { user, outcome: 'imported' }
}

function check(
  { domainToAscii }: Pick<Ports, 'domainToAscii'>,
  user: UserToImport,
): { readonly username: string; readonly email: EmailAddress } | ImportedUser {
  const username = parseUsername(user.username)
  if (!username.ok) return { user, outcome: 'username_not_allowed', reason: username.message }
  if (user.email === '') return { user, outcome: 'no_email' }
  const email = parseEmailAddress(user.email, domainToAscii)
  if (!email.ok) return { user, outcome: 'email_not_usable', reason: email.message }
  return { username: username.value, email: email.value }
}

async function insert(
  { clock, secrets }: ImportPorts,
  tx: Transaction,
  {
    tenant,
    user,
    username,
    email,
  }: Omit<OneImport, 'plans'> & {
    readonly username: string
    readonly email: EmailAddress
  },
): Promise<void> {
  const { emailVerified } = user
  const { state } = lifeAfter({ kind: 'absent' }, { kind: 'created', emailVerified })
  // A user who is not enabled in the credential store is disabled in our records too.
  const kept: LifeState = user.enabled ? state : { kind: 'disabled', emailVerified }
  const account: Account = {
    id: secrets.id(),
    tenantId: tenant.id,
    username,
    email: email.given,
    emailCanonical: email.canonical,
    emailVerified,
    pendingEmail: null,
    // Names appear in mails and on pages. A name that breaks our rules is left out of both.
    firstName: parseDisplayName(user.firstName).ok ? user.firstName : username,
    lastName: parseDisplayName(user.lastName).ok ? user.lastName : '',
    role: user.role,
    machineRole: '',
    groups: user.groups,
    apiKey: secrets.apiKey(),
    apiKeyLastUsedAt: null,
    credentialId: user.credentialId,
    credentialVersion: 1,
    status: 'reserved',
    lastLoginAt: null,
    language: null,
    createdAt: clock.now(),
    ...recordOf(kept),
  }
  await tx.accounts.insert(account)
  const subject = { accountId: account.id, tenantId: tenant.id }
  await tx.auditLog.record(systemEvent(clock.now(), { kind: 'account_imported', ...subject }))
}
