import { findActiveMemberships } from '../account/memberships.ts'
import { parseEmailAddress } from '../identity/email-address.ts'
import { countAgainst } from '../limits/throttle.ts'
import { loginContext } from '../login/login-work.ts'
import { transition } from '../login/machine.ts'
import { perform } from '../login/perform.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Membership } from '../records/account.ts'
import { requestEvent } from '../records/audit.ts'
import type { Requester } from '../records/client.ts'
import type { Refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'

/** The address of a person who wants a new password. */
export interface ForgotPasswordCommand {
  /** Any text; an unknown address is answered like a known one. */
  readonly email: string
  /** Who asks, and when. */
  readonly from: Requester
}

/** The same whether or not there is an account. */
export interface ResetRequested {
  /** Says which outcome this is. */
  readonly kind: 'reset_requested'
}

/**
 * Mails a link for each account of the address (`POST /api/auth/forgot-password`). The answer, the
 * limits and the work for an unknown address are those for a known one (T-52).
 *
 * Refusals: `rate_limited`.
 */
export async function forgotPassword(
  ports: Ports,
  settings: AuthSettings,
  { email, from }: ForgotPasswordCommand,
): Promise<ResetRequested | Refused> {
  const parsed = parseEmailAddress(email, ports.domainToAscii)
  const address = parsed.ok ? parsed.value.canonical : ''
  const { forgotPerAddress, forgotPerNetwork } = settings.limits
  const tooMany = await countAgainst(ports.rateLimiter, [
    [forgotPerNetwork, from.network],
    [forgotPerAddress, address],
  ])
  if (tooMany) return tooMany

  await ports.store.transaction(async (tx) => {
    const memberships = await findActiveMemberships(tx, address)
    const step = transition(
      { kind: 'unauthenticated' },
      { kind: 'reset_requested', memberships },
      loginContext(settings, from.client),
    )
    for (const effect of step.effects) await perform({ ports, settings, tx }, effect)
    await recordRequest(tx, from, memberships)
  })
  return { kind: 'reset_requested' }
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
