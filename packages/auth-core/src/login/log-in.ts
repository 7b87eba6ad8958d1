import { findOfferedMembership } from '../account/memberships.ts'
import { parseEmailAddress } from '../identity/email-address.ts'
import { emailSubject } from '../limits/email-subject.ts'
import { changeCounters } from '../limits/limiter-steps.ts'
import { loginGuesses } from '../limits/login-guesses.ts'
import { beginAttempt, type GuessLimits, isKnownNetwork, unlessBroken } from '../limits/throttle.ts'
import type { NotAdmitted } from '../ports/admission.ts'
import { PortError } from '../ports/port-error.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Membership } from '../records/account.ts'
import { requestEvent } from '../records/audit.ts'
import type { Requester } from '../records/client.ts'
import type { LoginProof } from '../records/proof.ts'
import { refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { loginContext } from './login-work.ts'
import { transition } from './machine.ts'
import { type LoginOutcome, settle } from './outcome.ts'
import { type AcceptedAccount, tryAccounts } from './try-accounts.ts'
import { waitForFloor } from './wait-for-floor.ts'

/** Email and password, as typed. */
export interface LogInCommand {
  /** Any text; text that is not an address is refused like a wrong password. */
  readonly email: string
  /** The password as typed: any text. Secret. */
  readonly password: string
  /** The client that sent the request, and when the request arrived. */
  readonly from: Requester
}

/**
 * Logs a person in with email and password (`POST /api/auth/login`).
 *
 * Every account of the email is asked on its own, and only those that took the password are
 * offered (T-16). Failures count twice: for the address, which decides what a stranger sees, and for
 * each account, which decides whether it is asked at all (T-88). Limits come before the queue, and
 * what waits there is counted (T-105); while the queue is full, nothing is (T-90). It takes some time at least, so that none, one and several of
 * them look alike (T-19). Refusals: `invalid_credentials` whatever was wrong, `rate_limited`,
 * `overloaded`, `mail_unavailable`.
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
  const subject = emailSubject(ports.secrets, command.email, parsed.ok ? parsed.value : null)
  const guesses = loginGuesses(settings, { subject, network: from.network })
  if (ports.admission.check.use().waiting > 0) {
    const full = await refusalOfQueue(ports, guesses)
    if (full) return full
  }
  const attempt = await beginAttempt(ports.rateLimiter, guesses)
  if ('kind' in attempt) return attempt
  const { isKnown } = attempt
  const trial = await unlessBroken(attempt, () =>
    tryAccounts(ports, settings, { email, subject, password: command.password, from, isKnown }),
  )
  if ('kind' in trial) {
    await attempt.withdrawn()
    return trial
  }
  const { accepted, makesKnown, forgiven, refusal } = trial
  if (accepted.length > 0) {
    const changes = [...forgiven, ...attempt.changesOfSuccess({ makesKnown })]
    await changeCounters(ports.rateLimiter, changes)
  }
  const outcome =
    accepted.length > 0
      ? await enter(ports, settings, { from, accepted })
      : (refusal ?? (await refuseLogin(ports, from, email)))
  await waitForFloor(ports, from.receivedAt, settings.loginFloorSeconds)
  return outcome
}

/** Most of a flood is refused here, at the cost of one read. */
async function refusalOfQueue(
  { admission: { check }, rateLimiter }: Ports,
  guesses: GuessLimits,
): Promise<NotAdmitted | null> {
  const { network, subject } = guesses
  const isKnown = await isKnownNetwork(rateLimiter, guesses)
  return check.refusalFor({ network, subject, isKnown, units: 1 })
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
  { from, accepted }: { readonly from: Requester; readonly accepted: readonly AcceptedAccount[] },
): Promise<LoginOutcome> {
  return ports.store.transaction(async (tx) => {
    const memberships: Membership[] = []
    const found = await Promise.all(
      accepted.map(({ accountId }) => findOfferedMembership(tx, settings, accountId)),
    )
    for (const [place, { credentialVersion, groups }] of accepted.entries()) {
      const { [place]: membership } = found
      // A password that was replaced during the check proves nothing (T-14).
      if (membership?.account.credentialVersion !== credentialVersion) continue
      memberships.push(await noteGroups(tx, membership, groups))
    }
    const proof: LoginProof = {
      loginId: ports.secrets.id(),
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

/** The longest text of all groups, in characters: headers and addresses cannot carry larger tokens (T-42). */
const maxGroupsLength = 4096

/** Stores the groups, so that a refresh knows them while the credential store is unreachable. */
async function noteGroups(
  tx: Transaction,
  { account, tenant }: Membership,
  groups: readonly string[],
): Promise<Membership> {
  const listed = JSON.stringify(groups)
  if (listed.length > maxGroupsLength) {
    // To leave some groups out would silently remove rights.
    throw new PortError('credential_store', 'corrupt', new Error('too many groups for a token'))
  }
  if (JSON.stringify(account.groups) === listed) return { account, tenant }
  const updated = { ...account, groups }
  await tx.accounts.update(updated)
  return { account: updated, tenant }
}
