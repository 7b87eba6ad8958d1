import { findActiveMemberships, selectCandidates } from '../account/memberships.ts'
import { rightsOf } from '../account/rights-of.ts'
import { mapConcurrently } from '../lib/map-concurrently.ts'
import { accountGuesses } from '../limits/login-guesses.ts'
import { type Attempt, beginAttempt, isKnownNetwork, unlessBroken } from '../limits/throttle.ts'
import type { Ports } from '../ports/ports.ts'
import type { CounterChange } from '../ports/rate-limiter.ts'
import type { Account } from '../records/account.ts'
import type { Requester } from '../records/client.ts'
import type { ProvenAccount } from '../records/proof.ts'
import type { Refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'

/** A password for all accounts of an address. */
export interface PasswordTrial {
  /** The canonical address; empty when the typed text is not an address. */
  readonly email: string
  /** The password as typed. */
  readonly password: string
  /** What the attempt counts for: the address, or the text when it is not an address. */
  readonly subject: string
  /** The client that sent the request. */
  readonly from: Requester
  /** Whether the address is known to be used from this network: `Attempt.isKnown`. */
  readonly isKnown: boolean
}

/** An account whose password was right, with the groups its credential store reports. */
export interface AcceptedAccount extends ProvenAccount {
  /** The user's groups in the store, in any order. */
  readonly groups: readonly string[]
}

/** What came of trying. */
export interface PasswordTrialResult {
  /** The accounts that took the password, oldest first. */
  readonly accepted: readonly AcceptedAccount[]
  /** Whether one of them makes the network known. */
  readonly makesKnown: boolean
  /** How their counters change, which is for the caller to do: those of the address change with them. */
  readonly forgiven: readonly CounterChange[]
  /**
   * `rate_limited` when an account was skipped whose owner has logged in from this network before. Other
   * clients are not told, because they would learn that the account exists (T-12).
   */
  readonly refusal: Refused | null
}

/**
 * Checks the password at each account of an address on its own. The result counts for that account alone:
 * success at one account does not reset failures at another (T-88). An account with too many failures is
 * skipped. With no account to check, the work of one check is done anyway (T-19).
 *
 * @returns The result, or why the password was not tried; then nothing counts.
 *
 * @throws {PortError} When the credential store cannot be asked; nothing is counted then.
 */
export async function tryAccounts(
  ports: Ports,
  settings: AuthSettings,
  trial: PasswordTrial,
): Promise<PasswordTrialResult | Refused> {
  const { email, from } = trial
  const { network } = from
  const known = await ports.store.transaction((tx) => findActiveMemberships(tx, email))
  const offered = known.filter(({ account }) => rightsOf(settings, account).offeredAtLogin)
  const candidates = selectCandidates(offered, settings.maxTenantsPerLogin)
  const begun = await mapConcurrently(
    candidates,
    settings.concurrentChecks,
    async ({ account }) => {
      const guesses = accountGuesses(settings, { accountId: account.id, network })
      const attempt = await beginAttempt(ports.rateLimiter, guesses)
      return { account, attempt }
    },
  )
  const asked = begun.filter(isAsked)
  const all = together(asked)
  const checked = await unlessBroken(all, () => check(ports, settings, { ...trial, asked }))
  if ('kind' in checked) {
    await all.withdrawn()
    return checked
  }
  const counts = (account: Account) => rightsOf(settings, account).countsForLimits
  const right = checked.filter(({ groups }) => groups !== null)
  const forgiven = right.flatMap(({ account, attempt }) =>
    attempt.changesOfSuccess({ makesKnown: counts(account) }),
  )
  const accepted = known.flatMap(({ account }) => acceptedBy(account, checked))
  const refusal =
    accepted.length > 0 ? null : await refusalForOwner(ports, settings, { begun, network })
  const makesKnown = right.some(({ account }) => counts(account))
  return { accepted, makesKnown, forgiven, refusal }
}

interface BegunAttempt {
  readonly account: Account
  readonly attempt: Attempt | Refused
}

interface AskedAccount extends BegunAttempt {
  readonly attempt: Attempt
}

interface CheckedAccount extends AskedAccount {
  /** `null` unless the password is right. */
  readonly groups: readonly string[] | null
}

function isAsked(one: BegunAttempt): one is AskedAccount {
  return !('kind' in one.attempt)
}

function together(all: readonly AskedAccount[]): Pick<Attempt, 'withdrawn'> {
  return {
    async withdrawn() {
      for (const { attempt } of all) await attempt.withdrawn()
    },
  }
}

function check(
  { admission, credentialStore }: Ports,
  { concurrentChecks }: AuthSettings,
  {
    asked,
    password,
    subject,
    isKnown,
    from: { network, signal },
  }: PasswordTrial & { readonly asked: readonly AskedAccount[] },
): Promise<readonly CheckedAccount[] | Refused> {
  const entrant = { network, subject, isKnown, units: Math.max(1, asked.length), signal }
  return admission.check.admit(entrant, async (turn) => {
    if (asked.length === 0) await turn(() => credentialStore.checkNobody(password))
    return mapConcurrently(asked, concurrentChecks, async (one) => {
      const result = await turn(() => credentialStore.checkPassword(one.account, password))
      return { ...one, groups: result.accepted ? result.groups : null }
    })
  })
}

function acceptedBy(
  { id: accountId, credentialVersion }: Account,
  checked: readonly CheckedAccount[],
): readonly AcceptedAccount[] {
  const groups = checked.find(({ account }) => account.id === accountId)?.groups
  return groups ? [{ accountId, credentialVersion, groups }] : []
}

async function refusalForOwner(
  { rateLimiter }: Ports,
  settings: AuthSettings,
  { begun, network }: { readonly begun: readonly BegunAttempt[]; readonly network: string },
): Promise<Refused | null> {
  for (const { account, attempt } of begun) {
    if (!('kind' in attempt)) continue
    const guesses = accountGuesses(settings, { accountId: account.id, network })
    if (await isKnownNetwork(rateLimiter, guesses)) return attempt
  }
  return null
}
