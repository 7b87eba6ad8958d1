import { findActiveMembership, findActiveMemberships } from '../account/memberships.ts'
import { parseEmailAddress } from '../identity/email-address.ts'
import { mapConcurrently } from '../lib/map-concurrently.ts'
import { loginGuesses } from '../limits/login-guesses.ts'
import { beginAttempt, unlessBroken } from '../limits/throttle.ts'
import type { PasswordCheck } from '../ports/credential-store.ts'
import { PortError } from '../ports/port-error.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Account, Membership } from '../records/account.ts'
import { requestEvent } from '../records/audit.ts'
import type { Requester } from '../records/client.ts'
import type { LoginProof, ProvenAccount } from '../records/proof.ts'
import { refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { loginContext } from './login-work.ts'
import { transition } from './machine.ts'
import { type LoginOutcome, settle } from './outcome.ts'
import { waitForFloor } from './wait-for-floor.ts'

/** Email and password, as typed. */
export interface LogInCommand {
  readonly email: string
  readonly password: string
  readonly from: Requester
}

/** An account whose password was right, with the groups its credential store reports. */
interface Accepted extends ProvenAccount {
  readonly groups: readonly string[]
}

/**
 * Logs a person in with email and password (`POST /api/auth/login`).
 *
 * Every account of the email is asked on its own, and only those that took the password are
 * offered (T-16). It takes some time at least, so that none, one and several of them look alike
 * (T-19). Refusals: `invalid_credentials` whatever was wrong, `rate_limited`,
 * `mail_unavailable`.
 *
 * @throws {PortError} When the credential store cannot be asked; nothing is counted then.
 */
export async function logIn(
  ports: Ports,
  settings: AuthSettings,
  command: LogInCommand,
): Promise<LoginOutcome> {
  const { from } = command
  const parsed = parseEmailAddress(command.email, ports.domainToAscii)
  const email = parsed.ok ? parsed.value.canonical : ''
  const guesses = loginGuesses(settings, { subject: email, network: from.network })
  const attempt = await beginAttempt(ports.rateLimiter, guesses)
  if ('kind' in attempt) return attempt
  const accepted = await unlessBroken(attempt, () =>
    checkPasswords(ports, settings, { email, password: command.password }),
  )
  if (accepted.length > 0) await attempt.succeeded()
  const outcome =
    accepted.length > 0
      ? await enter(ports, settings, { from, accepted })
      : await refuseLogin(ports, from, email)
  await waitForFloor(ports, from.receivedAt, settings.loginFloorSeconds)
  return outcome
}

async function checkPasswords(
  ports: Ports,
  settings: AuthSettings,
  { email, password }: Pick<LogInCommand, 'email' | 'password'>,
): Promise<readonly Accepted[]> {
  const known = await ports.store.transaction((tx) => findActiveMemberships(tx, email))
  const offered = known.filter(({ account }) => mayLogIn(settings, account))
  const tried = offered.slice(0, settings.maxTenantsPerLogin)
  if (tried.length === 0) await ports.credentialStore.checkNobody(password)

  const checks = await mapConcurrently(tried, settings.concurrentChecks, ({ account }) =>
    ports.credentialStore.checkPassword(account, password),
  )
  return tried.flatMap(({ account }, index) => acceptedBy(account, checks[index]))
}

/** An address that was never confirmed may be another person's. */
function mayLogIn({ unconfirmedAccounts }: AuthSettings, { emailVerified }: Account): boolean {
  return emailVerified || unconfirmedAccounts === 'full'
}

function acceptedBy(
  { id: accountId, credentialVersion }: Account,
  check: PasswordCheck | undefined,
): readonly Accepted[] {
  return check?.accepted ? [{ accountId, credentialVersion, groups: check.groups }] : []
}

async function refuseLogin(ports: Ports, from: Requester, email: string): Promise<LoginOutcome> {
  await ports.store.transaction(async (tx) => {
    const [known] = await tx.accounts.findByEmail(email)
    const subject = known ? { accountId: known.id, tenantId: known.tenantId } : {}
    await tx.auditLog.record(requestEvent(from, { kind: 'login', outcome: 'refused', ...subject }))
  })
  return refused('invalid_credentials')
}

function enter(
  ports: Ports,
  settings: AuthSettings,
  { from, accepted }: { readonly from: Requester; readonly accepted: readonly Accepted[] },
): Promise<LoginOutcome> {
  return ports.store.transaction(async (tx) => {
    const memberships: Membership[] = []
    for (const { accountId, credentialVersion, groups } of accepted) {
      const membership = await findActiveMembership(tx, accountId)
      // A password that was replaced while it was being checked proves nothing any more (T-14).
      if (membership?.account.credentialVersion !== credentialVersion) continue
      memberships.push(await noteGroups(tx, membership, groups))
    }
    const proof: LoginProof = {
      accounts: memberships.map(({ account }) => ({
        accountId: account.id,
        credentialVersion: account.credentialVersion,
      })),
      client: from.client,
      authTime: from.receivedAt,
      methods: ['pwd'],
    }
    const step = transition(
      { kind: 'unauthenticated' },
      { kind: 'password_verified', memberships },
      loginContext(settings, from.client),
    )
    return settle({ ports, settings, tx, from, proof }, step)
  })
}

/** More text than this in groups would make tokens that headers and addresses cannot carry (T-42). */
const maxGroupsLength = 4096

/** Remembers the groups, so that a refresh can tell them while the credential store is away. */
async function noteGroups(
  tx: Transaction,
  { account, tenant }: Membership,
  groups: readonly string[],
): Promise<Membership> {
  const listed = JSON.stringify(groups)
  if (listed.length > maxGroupsLength) {
    // Leaving some out would silently take rights away.
    throw new PortError('credential_store', 'corrupt', new Error('too many groups for a token'))
  }
  if (JSON.stringify(account.groups) === listed) return { account, tenant }
  const updated = { ...account, groups }
  await tx.accounts.update(updated)
  return { account: updated, tenant }
}
