import { composedPasswords } from '../account/composed-passwords.ts'
import { lifeAfter } from '../account/life.ts'
import { recordOf } from '../account/life-of.ts'
import { secondsAfter } from '../lib/time.ts'
import type { MadeUser } from '../ports/credential-store.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Account, Membership, Role } from '../records/account.ts'
import { systemEvent } from '../records/audit.ts'
import type { Tenant } from '../records/tenant.ts'
import { type Invalid, type Refused, refused } from '../refusal.ts'
import { parseRegistration, type Registration } from '../registration/registration.ts'
import { reservationSeconds } from '../registration/reservation.ts'
import { reserve } from '../registration/reserve.ts'
import { newRecords, userOf } from '../registration/sign-up.ts'
import { undoReservation } from '../registration/undo-reserved-sign-ups.ts'
import type { AuthSettings } from '../settings.ts'

/** An account for the operator to create, as typed. */
export interface CreateAccountCommand {
  /** The username; the core makes it lower case. */
  readonly username: string
  /** The address of the account. */
  readonly email: string
  /** Whether the operator knows that the address belongs to the person. */
  readonly emailVerified: boolean
  /** The password; must keep the rules for passwords. Secret. */
  readonly password: string
  /** The first name, for display. */
  readonly firstName: string
  /** The last name, for display. */
  readonly lastName: string
  /** The role. Only here it may be `super_admin`. */
  readonly role: Role
  /** The name of the organization, from which its id is made. */
  readonly organization: string
  /** The display name of a new organization; `null` for an existing one. */
  readonly companyName: string | null
}

/** The account was created. */
export interface AccountCreated extends Membership {
  /** The kind of this outcome. */
  readonly kind: 'account_created'
}

/** The ports that creating an account needs. */
export type CreateAccountPorts = Pick<
  Ports,
  'clock' | 'credentialStore' | 'domainToAscii' | 'passwordBlocklist' | 'replicaId'
> &
  Pick<Ports, 'secrets' | 'sleep' | 'store'>

/**
 * Creates an account for an operator, in an existing organization or in a new one. A failure undoes what was
 * made. The remains of a crash hold the username for five minutes; then the same command can be repeated.
 *
 * Invalid: every field that breaks a rule. Refusals: `not_found` when there is no such active organization,
 * `organization_taken`, `username_taken`; `already_member` when the address has an account or an invitation
 * there.
 *
 * @throws {PortError} When the credential store cannot add the user.
 */
export async function createAccount(
  given: CreateAccountPorts,
  settings: Pick<AuthSettings, 'otpDefault'>,
  command: CreateAccountCommand,
): Promise<AccountCreated | Invalid | Refused> {
  const ports = { ...given, credentialStore: composedPasswords(given.credentialStore) }
  const { organization: organizationName, companyName } = command
  const registration = parseRegistration(ports, {
    ...command,
    organizationName,
    companyName: companyName ?? organizationName,
  })
  if ('kind' in registration) return registration
  const { tenant, account } = newRecords(ports, settings, registration)
  const asked = { registration, tenant, account: { ...account, role: command.role } }
  const { emailVerified } = command
  return companyName === null
    ? join(ports, { ...asked, emailVerified })
    : found(ports, { ...asked, emailVerified })
}

interface WantedAccount extends Membership {
  readonly registration: Registration
  readonly emailVerified: boolean
}

/** Makes an organization with this account, as a sign-up does. */
async function found(
  ports: CreateAccountPorts,
  asked: WantedAccount,
): Promise<AccountCreated | Refused> {
  const { tenant, account, registration } = asked
  const conflict = await reserve(ports, tenant, account)
  if (conflict) return conflict
  try {
    const made = await ports.credentialStore.createTenant(tenant, userOf(registration))
    if (made) return await activateAs(ports, asked, made)
  } catch (error) {
    // If this fails, a gateway undoes it later.
    await undoReservation(ports, tenant).catch(() => undefined)
    throw error
  }
  await undoReservation(ports, tenant)
  return refused('organization_taken')
}

/** Adds the account to an organization that exists. */
async function join(
  ports: CreateAccountPorts,
  asked: WantedAccount,
): Promise<AccountCreated | Refused> {
  const { account, registration } = asked
  await undoAbandoned(ports, account)
  const tenant = await ports.store.transaction((tx) => reserveIn(tx, account))
  if ('kind' in tenant) return tenant
  try {
    const made = await ports.credentialStore.addUser(tenant.id, userOf(registration), [])
    if (made) return await activateAs(ports, { ...asked, tenant }, made)
  } catch (error) {
    await undo(ports, account).catch(() => undefined)
    throw error
  }
  // The user of that name belongs to another person and stays.
  await ports.store.transaction((tx) => tx.accounts.remove(account.id))
  return refused('username_taken')
}

async function reserveIn(tx: Transaction, account: Account): Promise<Tenant | Refused> {
  const { tenantId, emailCanonical } = account
  const tenant = await tx.tenants.find(tenantId)
  if (tenant?.status !== 'active' || tenant.closesAt) return refused('not_found')
  const known = [
    ...(await tx.accounts.findByEmail(emailCanonical)),
    ...(await tx.invitations.findByEmail(emailCanonical)),
  ]
  if (known.some((one) => one.tenantId === tenantId)) return refused('already_member')
  return (await tx.accounts.insert(account)) ? tenant : refused('username_taken')
}

/** Undoes the remains of an earlier call with this name that was killed. */
async function undoAbandoned(
  ports: CreateAccountPorts,
  { username, tenantId }: Account,
): Promise<void> {
  const isOld = ({ createdAt }: Account) =>
    ports.clock.now() > secondsAfter(createdAt, reservationSeconds)
  const left = await ports.store.transaction(async (tx) => {
    const holder = await tx.accounts.findByUsername(username)
    const tenant = await tx.tenants.find(tenantId)
    const isLeft = holder?.status === 'reserved' && holder.tenantId === tenantId && isOld(holder)
    return isLeft && tenant?.status === 'active' ? holder : undefined
  })
  if (left) await undo(ports, left)
}

/** The user first, so that a crash in between leaves a reservation to be undone again. */
async function undo(ports: CreateAccountPorts, account: Account): Promise<void> {
  await ports.credentialStore.removeUser({ ...account, credentialId: '' })
  await ports.store.transaction(async (tx) => {
    const found = await tx.accounts.find(account.id)
    if (found?.status === 'reserved') await tx.accounts.remove(account.id)
  })
}

async function activateAs(
  ports: CreateAccountPorts,
  asked: WantedAccount,
  made: MadeUser,
): Promise<AccountCreated> {
  await ports.credentialStore.setRole({ ...asked.account, ...made }, asked.account.role)
  return activate(ports, asked, made)
}

async function activate(
  { clock, store }: CreateAccountPorts,
  { tenant, account, emailVerified }: WantedAccount,
  made: MadeUser,
): Promise<AccountCreated> {
  const { state } = lifeAfter({ kind: 'absent' }, { kind: 'created', emailVerified })
  const membership: Membership = {
    tenant: { ...tenant, status: 'active' },
    account: { ...account, ...made, ...recordOf(state) },
  }
  await store.transaction(async (tx) => {
    await tx.tenants.update(membership.tenant)
    await tx.accounts.update(membership.account)
    const subject = { accountId: account.id, tenantId: tenant.id, detail: { role: account.role } }
    await tx.auditLog.record(systemEvent(clock.now(), { kind: 'account_created', ...subject }))
  })
  return { kind: 'account_created', ...membership }
}
