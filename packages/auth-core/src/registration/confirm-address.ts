import { checkOwnPassword } from '../account/check-own-password.ts'
import { isBeingSpent, stillLeased } from '../account/lease-one-time-token.ts'
import { lifeAfter } from '../account/life.ts'
import { lifeOf } from '../account/life-of.ts'
import { takeStep } from '../account/take-step.ts'
import { sessionState } from '../authorization/session-state.ts'
import { leased, retryWhileLeased } from '../leases/retry-while-leased.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Account, Membership } from '../records/account.ts'
import { requestEvent } from '../records/audit.ts'
import { type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { authenticate } from '../tokens/access-token.ts'
import { type AddressCheck, confirmEmailChange } from './confirm-email-change.ts'
import type { EmailVerified, VerifyEmailCommand } from './email-verification.ts'
import { findVerification } from './find-verification.ts'

type ConfirmationRequest = Pick<VerifyEmailCommand, 'token' | 'from'>

/**
 * Confirms an address with the password of the sign-up. A wrong one counts like a failed login, and
 * leaves the token as good as it was.
 *
 * @throws {PortError} When the credential store cannot be asked; nothing is counted then.
 */
export async function confirmWithPassword(
  ports: Ports,
  settings: AuthSettings,
  { token, password, from }: ConfirmationRequest & { readonly password: string },
): Promise<EmailVerified | Refused> {
  const found = await ports.store.transaction((tx) => findVerification(ports, tx, token))
  if (!found) return refused('verification_token_invalid')
  const { account } = found
  const refusal = await checkOwnPassword(ports, settings, {
    account,
    password,
    from,
    // The request comes with a token from a mail that the owner of the address has read.
    makesKnown: true,
  })
  if (refusal?.refusal === 'invalid_credentials') {
    await ports.store.transaction((tx) => record(tx, { from, ...found }, 'refused'))
  }
  if (refusal) return refusal
  // A password that was replaced while it was being checked proves nothing any more (T-14).
  const check = async (current: Account) =>
    current.credentialVersion === account.credentialVersion ? null : refused('invalid_credentials')
  return confirm(ports, settings, { token, from, check })
}

/** Confirms an address for a person who is signed in to its account. */
export async function confirmBySession(
  ports: Ports,
  settings: AuthSettings,
  { token, accessToken, from }: ConfirmationRequest & { readonly accessToken: string },
): Promise<EmailVerified | Refused> {
  const presented = authenticate(ports, settings, { token: accessToken, at: from.receivedAt })
  if (presented.kind === 'refused') return presented
  const { userId, sessionId } = presented.claims
  const check: AddressCheck = async (account, tx) => {
    if (account.id !== userId) return refused('forbidden')
    const state = sessionState(await tx.sessions.find(sessionId))
    return state.kind === 'authenticated' ? null : refused('session_ended')
  }
  return confirm(ports, settings, { token, from, check })
}

/** Spends the token. While another process sets a new password with it, waits for the result. */
async function confirm(
  ports: Ports,
  settings: AuthSettings,
  { token, from, check }: ConfirmationRequest & { readonly check: AddressCheck },
): Promise<EmailVerified | Refused> {
  const outcome = await retryWhileLeased(ports, () =>
    ports.store.transaction(async (tx) => {
      const found = await findVerification(ports, tx, token)
      if (!found) return refused('verification_token_invalid')
      if (await isBeingSpent(ports, tx, found.token)) return leased
      const { account } = found
      const refusal = await check(account, tx)
      if (refusal) return refusal
      if (found.purpose === 'change_email') return { kind: 'email_change', found } as const
      const step = lifeAfter(lifeOf(account), { kind: 'confirmed' })
      if (!step.ok) return refused(step.refusal)
      await takeStep({ ports, settings, tx, of: found }, step)
      await record(tx, { from, ...found }, 'ok')
      return { kind: 'email_verified', email: account.email } as const
    }),
  )
  if (outcome === leased) throw stillLeased()
  if (outcome.kind !== 'email_change') return outcome
  return confirmEmailChange(ports, { found: outcome.found, token, from, check })
}

async function record(
  tx: Transaction,
  { from, account, tenant }: Membership & Pick<ConfirmationRequest, 'from'>,
  outcome: 'ok' | 'refused',
): Promise<void> {
  const subject = { accountId: account.id, tenantId: tenant.id }
  await tx.auditLog.record(requestEvent(from, { kind: 'email_verified', outcome, ...subject }))
}
