import { findActiveMemberships } from '../account/memberships.ts'
import { parseEmailAddress } from '../identity/email-address.ts'
import { secondsAfter, wholeMinutes } from '../lib/time.ts'
import { countAgainst } from '../limits/throttle.ts'
import { transition } from '../login/machine.ts'
import { loginContext } from '../login/outcome.ts'
import type { Ports } from '../ports/index.ts'
import type { Transaction } from '../ports/store.ts'
import type { Membership } from '../records/account.ts'
import { requestEvent } from '../records/audit.ts'
import type { Requester } from '../records/client.ts'
import type { Refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'

/** Within this time a repeated request sends nothing, and the first mail stays good (T-53). */
const coolDownSeconds = 60

/** The address of somebody who wants a new password. */
export interface ForgotPasswordCommand {
  readonly email: string
  readonly from: Requester
}

/** The same whether or not there is an account. */
export interface ResetRequested {
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
    const effects = step.ok ? step.effects : []
    for (const effect of effects) {
      if (effect.kind === 'send_reset_mail')
        await sendResetMails(ports, settings, { tx, ...effect })
    }
    await recordRequest(tx, from, memberships)
  })
  return { kind: 'reset_requested' }
}

interface ResetMail {
  readonly tx: Transaction
  readonly to: readonly Membership[]
}

/** One mail for each spelling of the address: whoever reads `Ada@` may not be who reads `ada@` (T-24). */
async function sendResetMails(
  ports: Ports,
  settings: AuthSettings,
  { tx, to }: ResetMail,
): Promise<void> {
  const spellings = Map.groupBy(to, ({ account }) => account.email)
  for (const same of spellings.values()) await sendResetMail(ports, settings, { tx, to: same })
}

/** One mail; a fresh token, which replaces earlier ones, for each account not in its cool-down. */
async function sendResetMail(
  ports: Ports,
  settings: AuthSettings,
  { tx, to }: ResetMail,
): Promise<void> {
  const now = ports.clock.now()
  const expiresAt = secondsAfter(now, settings.resetTokenSeconds)
  const accounts: { organization: string; username: string; token: string }[] = []
  for (const { account, tenant } of to) {
    const newest = await tx.oneTimeTokens.findNewest('reset_password', account.id)
    if (newest && now < secondsAfter(newest.createdAt, coolDownSeconds)) continue
    const token = ports.secrets.token()
    await tx.oneTimeTokens.removeAll('reset_password', account.id)
    await tx.oneTimeTokens.insert({
      digest: ports.secrets.digest('reset_password', token),
      purpose: 'reset_password',
      accountId: account.id,
      createdAt: now,
      expiresAt,
      lease: null,
    })
    accounts.push({ organization: tenant.name, username: account.username, token })
  }
  const [first] = to
  if (!first || accounts.length === 0) return
  await tx.outbox.add({
    id: ports.secrets.id(),
    accountId: to.length === 1 ? first.account.id : '',
    mail: {
      kind: 'password_reset',
      to: first.account.email,
      minutes: wholeMinutes(settings.resetTokenSeconds),
      accounts,
    },
    createdAt: now,
    notAfter: expiresAt,
    attempts: 0,
    dueAt: now,
  })
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
