import { type LifeEffect, lifeAfter } from '../account/life.ts'
import { takeStep } from '../account/take-step.ts'
import { releaseEventually } from '../leases/release-eventually.ts'
import { countAgainst } from '../limits/throttle.ts'
import type { NewUser } from '../ports/credential-store.ts'
import { PortError } from '../ports/port-error.ts'
import type { Ports } from '../ports/ports.ts'
import type { Account, Membership } from '../records/account.ts'
import { requestEvent } from '../records/audit.ts'
import type { Requester } from '../records/client.ts'
import type { Tenant } from '../records/tenant.ts'
import { type Invalid, type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { parseRegistration, type Registration, type SignUpCommand } from './registration.ts'
import { holds } from './reservation.ts'
import { reserve } from './reserve.ts'
import { undoReservation } from './undo-reserved-sign-ups.ts'

/** The organization exists, and a mail that verifies the address waits for delivery. */
export interface SignedUp {
  /** The kind of this outcome. */
  readonly kind: 'signed_up'
  /** `Account.id` of the first user. */
  readonly userId: string
  /** The username in canonical form: lower case. */
  readonly username: string
  /** The display name of the organization. */
  readonly organization: string
}

/**
 * Makes an organization with its first user, a `company_admin` (`POST /api/auth/signup`).
 *
 * A saga of three steps: reserve both names in our records; make the realm; activate, with the
 * verification mail. A failure undoes the steps before it. What a crash leaves behind is undone by
 * the next sign-up that wants one of the names, or by `undoReservedSignUps`: the same sign-up can
 * be repeated (T-26).
 *
 * Refusals: `sign_up_closed`, `username_taken`, `organization_taken`, `rate_limited`,
 * `overloaded`.
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
  if (settings.signUp !== 'open') return refused('sign_up_closed')
  const { signUpPerNetwork, signUpOverall } = settings.limits
  const tooMany = await countAgainst(ports.rateLimiter, [
    [signUpPerNetwork, from.network],
    [signUpOverall, ''],
  ])
  if (tooMany) return tooMany
  const registration = parseRegistration(ports, command)
  if ('kind' in registration) return registration
  if (!mayHaveAccount(settings, registration)) return refused('sign_up_closed')

  const { tenant, account: first } = newRecords(ports, settings, registration)
  const account = { ...first, language: from.language ?? null }
  try {
    const conflict = await reserve(ports, tenant, account)
    if (conflict) return conflict
    const entrant = { network: from.network, isKnown: false, units: 1, signal: from.signal }
    const created = await ports.admission.set.admit(entrant, (turn) =>
      turn(() => ports.credentialStore.createTenant(tenant, userOf(registration))),
    )
    if (created && 'kind' in created) {
      await giveUp(ports, tenant)
      return created
    }
    if (created) {
      const membership = { tenant, account: { ...account, ...created } }
      const isMailed = await mayBeMailed(ports, settings, registration)
      return await activate(ports, settings, { ...membership, from, isMailed })
    }
  } catch (error) {
    await giveUp(ports, tenant)
    throw error
  }
  await giveUp(ports, tenant)
  return refused('organization_taken')
}

/** The records of a new tenant and its first account; both are reserved, nothing is created elsewhere yet. */
export function newRecords(
  { clock, replicaId, secrets }: Pick<Ports, 'clock' | 'replicaId' | 'secrets'>,
  settings: Pick<AuthSettings, 'otpDefault'>,
  registration: Registration,
): Membership {
  const createdAt = clock.now()
  const { tenantId, companyName, username, email, firstName, lastName } = registration
  const tenant: Tenant = {
    id: tenantId,
    name: companyName,
    status: 'reserved',
    reservation: secrets.id(),
    reservedBy: replicaId,
    otpEnabled: settings.otpDefault,
    otpExemptClients: null,
    maxSessionSeconds: null,
    closesAt: null,
    createdAt,
  }
  const account: Account = {
    id: secrets.id(),
    tenantId,
    username,
    email: email.given,
    emailCanonical: email.canonical,
    emailVerified: false,
    pendingEmail: null,
    firstName,
    lastName,
    role: 'company_admin',
    machineRole: '',
    groups: [],
    apiKey: secrets.apiKey(),
    apiKeyLastUsedAt: null,
    credentialId: '',
    credentialVersion: 1,
    status: 'reserved',
    lastLoginAt: null,
    language: null,
    createdAt,
  }
  return { tenant, account }
}

/** Whether the operator allows sign-ups from the address's domain. Subdomains do not count. */
function mayHaveAccount({ signUpDomains }: AuthSettings, { email }: Registration): boolean {
  const domain = email.canonical.slice(email.canonical.lastIndexOf('@') + 1)
  return signUpDomains.length === 0 || signUpDomains.includes(domain)
}

/** Anyone can sign up with a stranger's address, so an address gets only a few such mails a day (T-99). */
async function mayBeMailed(
  { rateLimiter }: Ports,
  { limits }: AuthSettings,
  { email }: Registration,
): Promise<boolean> {
  return (await rateLimiter.take(limits.signUpMailsPerAddress, email.canonical)).allowed
}

/** The user to create for a registration. */
export function userOf({ username, email, firstName, lastName, password }: Registration): NewUser {
  return { username, email: email.given, firstName, lastName, password }
}

/** Undoes a sign-up, unless it has succeeded. */
function giveUp(ports: Ports, tenant: Tenant): Promise<void> {
  return releaseEventually(ports, () => undoReservation(ports, tenant))
}

interface Activation extends Membership {
  readonly from: Requester
  /** Whether a mail asks for the confirmation of the address. */
  readonly isMailed: boolean
}

/** @throws {PortError} When the reservation has run out; nothing is changed then. */
async function activate(
  ports: Ports,
  settings: AuthSettings,
  { tenant, account, from, isMailed }: Activation,
): Promise<SignedUp> {
  const isInTime = await ports.store.transaction(async (tx) => {
    if (!(await holds(tx, tenant, ports.clock.now()))) return false
    await tx.tenants.update({ ...tenant, status: 'active' })
    const step = lifeAfter({ kind: 'absent' }, { kind: 'signed_up' })
    const isDue = (effect: LifeEffect) => isMailed || effect !== 'send_verification'
    const due = { ...step, effects: step.effects.filter(isDue) }
    await takeStep({ ports, settings, tx, of: { account, tenant } }, due)
    const detail: Readonly<Record<string, string>> = isMailed ? {} : { mail: 'withheld' }
    const subject = { accountId: account.id, tenantId: tenant.id, detail }
    await tx.auditLog.record(requestEvent(from, { kind: 'signed_up', ...subject }))
    return true
  })
  const { id: userId, username } = account
  if (isInTime) return { kind: 'signed_up', userId, username, organization: tenant.name }
  throw new PortError('credential_store', 'timeout', new Error('the reservation had run out'))
}
