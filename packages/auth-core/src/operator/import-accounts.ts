import { parseDisplayName } from '../identity/display-name.ts'
import { type EmailAddress, parseEmailAddress } from '../identity/email-address.ts'
import { parseUsername } from '../identity/username.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Account, Role } from '../records/account.ts'
import { systemEvent } from '../records/audit.ts'
import type { Tenant } from '../records/tenant.ts'

/** Somebody whom the credential store knows and we do not. */
export interface UserToImport {
  /** The store's own identifier. */
  readonly credentialId: string
  readonly username: string
  /** Empty where there is none. */
  readonly email: string
  readonly emailVerified: boolean
  /** Whoever is not comes in as `disabled`. */
  readonly enabled: boolean
  readonly firstName: string
  readonly lastName: string
  readonly groups: readonly string[]
  readonly role: Role
}

/** Why somebody cannot have an account. */
export type ImportConflict =
  | 'username_not_allowed'
  | 'username_taken'
  | 'no_email'
  | 'email_not_usable'
  /** Somebody else in the organization has the address. */
  | 'email_taken'

/** What became of one user. */
export interface ImportedUser {
  readonly user: UserToImport
  /** `known`: they had their account before. */
  readonly outcome: 'imported' | 'known' | ImportConflict
  /** Says more about a conflict, in a sentence. */
  readonly reason?: string
}

/** Some users of one organization. */
export interface AccountsImport {
  readonly tenant: Tenant
  readonly users: readonly UserToImport[]
  /** Judges, and writes nothing. */
  readonly dryRun: boolean
}

type ImportPorts = Pick<Ports, 'clock' | 'domainToAscii' | 'secrets' | 'store'>

/**
 * Makes accounts for users whom the credential store has already, all of them in one transaction.
 * Repeating it is harmless: accounts that are there stay as they are.
 *
 * @returns What became of each, in their order.
 */
export async function importAccounts(
  ports: ImportPorts,
  { tenant, users, dryRun }: AccountsImport,
): Promise<readonly ImportedUser[]> {
  return ports.store.transaction(async (tx) => {
    const ids = users.map(({ credentialId }) => credentialId)
    const known = await tx.accounts.findByCredentials(tenant.id, ids)
    const knownIds = new Set(known.map(({ credentialId }) => credentialId))
    const outcomes: ImportedUser[] = []
    for (const user of users) {
      const outcome = knownIds.has(user.credentialId)
        ? ({ user, outcome: 'known' } as const)
        : await importOne(ports, tx, { tenant, user, dryRun })
      outcomes.push(outcome)
    }
    return outcomes
  })
}

interface OneImport {
  readonly tenant: Tenant
  readonly user: UserToImport
  readonly dryRun: boolean
}

async function importOne(
  ports: ImportPorts,
  tx: Transaction,
  { tenant, user, dryRun }: OneImport,
): Promise<ImportedUser> {
  const judged = judge(ports, user)
  if ('outcome' in judged) return judged
  const { username, email } = judged
  const holder = await tx.accounts.findByUsername(username)
  if (holder) {
    const reason = `The organization ${holder.tenantId} has an account of this name.`
    return { user, outcome: 'username_taken', reason }
  }
  const sameAddress = await tx.accounts.findByEmail(email.canonical)
  const neighbour = sameAddress.find(({ tenantId }) => tenantId === tenant.id)
  if (neighbour) {
    const reason = `${neighbour.username} has the same email address in this organization.`
    return { user, outcome: 'email_taken', reason }
  }
  if (!dryRun) await insert(ports, tx, { tenant, user, username, email })
  return { user, outcome: 'imported' }
}

function judge(
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
  }: Omit<OneImport, 'dryRun'> & {
    readonly username: string
    readonly email: EmailAddress
  },
): Promise<void> {
  const account: Account = {
    id: secrets.id(),
    tenantId: tenant.id,
    username,
    email: email.given,
    emailCanonical: email.canonical,
    emailVerified: user.emailVerified,
    // They are shown and stand in mails. What is no name by our rules is left out of both.
    firstName: parseDisplayName(user.firstName).ok ? user.firstName : username,
    lastName: parseDisplayName(user.lastName).ok ? user.lastName : '',
    role: user.role,
    machineRole: '',
    groups: user.groups,
    apiKey: secrets.apiKey(),
    credentialId: user.credentialId,
    credentialVersion: 1,
    status: user.enabled ? 'active' : 'disabled',
    createdAt: clock.now(),
  }
  await tx.accounts.insert(account)
  const subject = { accountId: account.id, tenantId: tenant.id }
  await tx.auditLog.record(systemEvent(clock.now(), { kind: 'account_imported', ...subject }))
}
