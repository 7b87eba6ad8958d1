import type { Account, Membership, Tenant } from '../account.ts'
import { requestEvent } from '../audit.ts'
import type { Requester } from '../client.ts'
import { PortError } from '../port-error.ts'
import type { NewUser } from '../ports/credential-store.ts'
import type { Ports } from '../ports/index.ts'
import type { Transaction } from '../ports/store.ts'
import { type Invalid, type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { countAgainst } from '../throttle.ts'
import { parseRegistration, type Registration, type SignUpCommand } from './registration.ts'
import { findReservation, holds, runOut } from './reservation.ts'
import { reserve } from './reserve.ts'
import { verificationMail } from './verification-mail.ts'

/** The organization exists, and a mail is on its way that verifies the address. */
export interface SignedUp {
  readonly kind: 'signed_up'
  readonly userId: string
  readonly username: string
  readonly organization: string
}

/**
 * Makes an organization with its first user, a `company_admin` (`POST /api/auth/signup`).
 *
 * A saga of three steps: reserve both names in our records; make the realm; activate, with the
 * verification mail. A failure undoes what was done, and what a crash leaves behind is removed by
 * `undoReservedSignUps`: the same sign-up can then be repeated (T-26).
 *
 * Refusals: `username_taken`, `organization_taken`, `rate_limited`.
 *
 * @throws {PortError} When the credential store failed, or took longer than the reservation holds;
 *   nothing is left of the sign-up then.
 */
export async function signUp(
  ports: Ports,
  settings: AuthSettings,
  command: SignUpCommand,
): Promise<SignedUp | Invalid | Refused> {
  const { from } = command
  const { signUpPerNetwork, signUpOverall } = settings.limits
  const tooMany = await countAgainst(ports.rateLimiter, [
    [signUpPerNetwork, from.network],
    [signUpOverall, ''],
  ])
  if (tooMany) return tooMany
  const registration = parseRegistration(ports, command)
  if ('kind' in registration) return registration

  const { tenant, account } = newRecords(ports, settings, registration)
  const conflict = await reserve(ports, tenant, account)
  if (conflict) return conflict
  const created = await createRealm(ports, tenant, registration)
  if (!created) return refused('organization_taken')
  const membership = { tenant, account: { ...account, ...created }, from }
  const signedUp = await activate(ports, settings, membership)
  if (signedUp) return signedUp
  await undo(ports, tenant)
  throw new PortError('credential_store', 'timeout', new Error('the reservation had run out'))
}

function newRecords(
  { clock, secrets }: Ports,
  settings: AuthSettings,
  registration: Registration,
): Membership {
  const createdAt = clock.now()
  const { tenantId, companyName, username, email, firstName, lastName } = registration
  const tenant: Tenant = {
    id: tenantId,
    name: companyName,
    standing: 'reserved',
    reservation: secrets.id(),
    otpEnabled: settings.otpDefault,
    createdAt,
  }
  const account: Account = {
    id: secrets.id(),
    tenantId,
    username,
    email: email.given,
    emailCanonical: email.canonical,
    emailVerified: false,
    firstName,
    lastName,
    role: 'company_admin',
    machineRole: '',
    groups: [],
    apiKey: secrets.apiKey(),
    credentialId: '',
    credentialVersion: 1,
    standing: 'reserved',
    createdAt,
  }
  return { tenant, account }
}

/** @returns What the credential store knows of the user, or `null` when the realm exists there. */
async function createRealm(
  ports: Ports,
  tenant: Tenant,
  { username, email, firstName, lastName, password }: Registration,
) {
  const user: NewUser = { username, email: email.given, firstName, lastName, password }
  try {
    const created = await ports.credentialStore.createTenant(tenant, user)
    if (!created) await removeReservation(ports, tenant)
    return created
  } catch (error) {
    await undo(ports, tenant)
    throw error
  }
}

/** Gives the reservation up when the credential store cannot be asked. */
async function undo(ports: Ports, tenant: Tenant): Promise<void> {
  try {
    await ports.credentialStore.removeTenant(tenant)
  } catch {
    await onReservation(ports, tenant, (tx, found) => tx.tenants.update(runOut(found)))
    return
  }
  await removeReservation(ports, tenant)
}

function removeReservation(ports: Ports, tenant: Tenant): Promise<void> {
  return onReservation(ports, tenant, (tx, { id }) => tx.tenants.remove(id))
}

function onReservation(
  { store }: Ports,
  tenant: Tenant,
  work: (tx: Transaction, found: Tenant) => Promise<void>,
): Promise<void> {
  return store.transaction(async (tx) => {
    const found = await findReservation(tx, tenant)
    if (found) await work(tx, found)
  })
}

/** @returns `null`, and nothing is changed, when it came too late. */
function activate(
  ports: Ports,
  settings: AuthSettings,
  { tenant, account, from }: Membership & { readonly from: Requester },
): Promise<SignedUp | null> {
  return ports.store.transaction(async (tx) => {
    if (!(await holds(tx, tenant, ports.clock.now()))) return null
    await tx.tenants.update({ ...tenant, standing: 'active' })
    await tx.accounts.update({ ...account, standing: 'active' })
    await tx.outbox.add(await verificationMail(ports, settings, { tx, tenant, account }))
    const subject = { accountId: account.id, tenantId: tenant.id }
    await tx.auditLog.record(requestEvent(from, { kind: 'signed_up', ...subject }))
    const { id: userId, username } = account
    return { kind: 'signed_up', userId, username, organization: tenant.name }
  })
}
