import { isCoolingDown } from '../account/cool-down.ts'
import { findActiveMemberships, selectCandidates } from '../account/memberships.ts'
import { rightsOf } from '../account/rights-of.ts'
import { parseEmailAddress } from '../identity/email-address.ts'
import { emailSubject } from '../limits/email-subject.ts'
import { countAgainst } from '../limits/throttle.ts'
import { loginContext } from '../login/login-work.ts'
import { transition } from '../login/machine.ts'
import { perform } from '../login/perform.ts'
import { waitForFloor } from '../login/wait-for-floor.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Membership } from '../records/account.ts'
import { requestEvent } from '../records/audit.ts'
import type { Requester } from '../records/client.ts'
import type { OneTimeToken } from '../records/one-time-token.ts'
import type { Refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'

/** The address of a person who wants a new password. */
export interface ForgotPasswordCommand {
  /** Any text; an unknown address gets the same answer as a known one. */
  readonly email: string
  /** The client that sent the request, and when the request arrived. */
  readonly from: Requester
}

/** The outcome, the same with and without an account. */
export interface ResetRequested {
  /** The kind of this outcome. */
  readonly kind: 'reset_requested'
}

/**
 * Mails a link for each account of the address (`POST /api/auth/forgot-password`). The answer, the limits,
 * the work and the time are the same for an unknown address and a known one (T-52).
 *
 * A network that asks too often is refused. The limit of an address counts mails from requests of all
 * networks; beyond it the answer is the same, but no mail is sent. An account without a valid link gets a
 * mail in any case, so that strangers cannot keep the owner from one (T-98).
 *
 * Refusals: `rate_limited`, for one network.
 */
export async function forgotPassword(
  ports: Ports,
  settings: AuthSettings,
  { email, from }: ForgotPasswordCommand,
): Promise<ResetRequested | Refused> {
  const parsed = parseEmailAddress(email, ports.domainToAscii)
  const address = parsed.ok ? parsed.value.canonical : ''
  const subject = emailSubject(ports.secrets, email, parsed.ok ? parsed.value : null)
  const { forgotPerAddress, forgotPerNetwork } = settings.limits
  const tooMany = await countAgainst(ports.rateLimiter, [
    [forgotPerNetwork, from.network],
    [forgotPerAddress, `${from.network} ${subject}`],
  ])
  if (tooMany) return tooMany

  const sends = await maySend(ports, settings, address)
  await ports.store.transaction(async (tx) => {
    const memberships = await membershipsOf(tx, settings, address)
    const step = transition(
      { kind: 'unauthenticated' },
      { kind: 'reset_requested', memberships: sends ? memberships : [] },
      loginContext(settings, from.client),
    )
    for (const effect of step.effects) await perform({ ports, settings, tx }, effect)
    await recordRequest(tx, from, memberships)
  })
  await waitForFloor(ports, from.receivedAt, settings.loginFloorSeconds)
  return { kind: 'reset_requested' }
}

/** Whether a mail may go to an address now. Counts it, unless nothing would be sent anyway. */
async function maySend(ports: Ports, settings: AuthSettings, address: string): Promise<boolean> {
  const { rateLimiter, store } = ports
  const { forgotPerAddress } = settings.limits
  const { isDue, isWithout } = await store.transaction(async (tx) =>
    checkLinks(tx, await membershipsOf(tx, settings, address), ports.clock.now()),
  )
  if (!isDue) return false
  const tooMany = await countAgainst(rateLimiter, [[forgotPerAddress, address]])
  return isWithout || tooMany === null
}

/** The memberships that a login would try, oldest first. */
async function membershipsOf(
  tx: Transaction,
  settings: AuthSettings,
  address: string,
): Promise<readonly Membership[]> {
  const active = await findActiveMemberships(tx, address)
  const known = active.filter(({ account }) => rightsOf(settings, account).receivesReset)
  const candidates = selectCandidates(known, settings.maxTenantsPerLogin)
  return known.filter((one) => candidates.includes(one))
}

/** What the links that were mailed before call for. */
interface LinksChecked {
  /** A mail would say something new. */
  readonly isDue: boolean
  /** Whether an account has no valid link. */
  readonly isWithout: boolean
}

async function checkLinks(
  tx: Transaction,
  memberships: readonly Membership[],
  now: Date,
): Promise<LinksChecked> {
  const links: (OneTimeToken | undefined)[] = []
  for (const { account } of memberships) {
    links.push(await tx.oneTimeTokens.findNewest('reset_password', account.id))
  }
  return {
    isDue: memberships.length === 0 || links.some((link) => !link || !isCoolingDown(link, now)),
    isWithout: links.some((link) => !link || link.expiresAt <= now),
  }
}

/** An unknown address leaves a record too, so that it costs the same. */
async function recordRequest(
  tx: Transaction,
  from: Requester,
  memberships: readonly Membership[],
): Promise<void> {
  const [first] = memberships
  const outcome = first ? 'ok' : 'refused'
  const subject = first && { accountId: first.account.id, tenantId: first.tenant.id }
  const fact = { kind: 'password_reset_requested', outcome, ...subject } as const
  await tx.auditLog.record(requestEvent(from, fact))
}
