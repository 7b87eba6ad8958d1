import { doubtPassword } from '../account/doubt-password.ts'
import {
  leaseOneTimeToken,
  releaseUnspent,
  type SpentToken,
} from '../account/lease-one-time-token.ts'
import { lifeAfter } from '../account/life.ts'
import { lifeOf } from '../account/life-of.ts'
import { releaseAfterFailure } from '../account/release-after-failure.ts'
import { validateNewPassword } from '../account/validate-new-password.ts'
import { isStillLeased } from '../leases/token-lease.ts'
import { claimAccount, replacePassword } from '../login/claim-account.ts'
import type { LoginWork } from '../login/login-work.ts'
import { PortError } from '../ports/port-error.ts'
import type { Ports } from '../ports/ports.ts'
import type { Requester } from '../records/client.ts'
import { type Invalid, type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import type { EmailVerified, VerifyEmailCommand } from './email-verification.ts'

/**
 * Confirms an address for its owner, who does not know the password, because another person may have signed
 * up with the address. Sets the new password, and voids everything that was handed out before (T-92). After a
 * refused password or a failing credential store the token stays valid.
 *
 * @throws {PortError} When the credential store cannot set the password.
 */
export async function takeOverAccount(
  ports: Ports,
  settings: AuthSettings,
  {
    token,
    newPassword,
    from,
  }: Pick<VerifyEmailCommand, 'token' | 'from'> & { readonly newPassword: string },
): Promise<EmailVerified | Invalid | Refused> {
  const mailed = { purpose: 'verify_email', value: token } as const
  const spent = await leaseOneTimeToken(ports, mailed, (membership) =>
    validateNewPassword(ports, membership, newPassword),
  )
  if (!spent) return refused('verification_token_invalid')
  if ('kind' in spent) return spent
  const entrant = { network: from.network, isKnown: false, units: 1, signal: from.signal }
  const outcome = await ports.admission.set.admit(entrant, (turn) =>
    turn(() => spend(ports, settings, { spent, newPassword, from })),
  )
  if (outcome.kind === 'refused') await releaseUnspent(ports, spent.token)
  return outcome
}

const byMail = { by: 'mail' } as const

interface TakeOver {
  readonly spent: SpentToken
  readonly newPassword: string
  readonly from: Requester
}

/** @returns Refused when the account has an owner: an old link must not let another person in. */
async function spend(
  ports: Ports,
  settings: AuthSettings,
  { spent, newPassword, from }: TakeOver,
): Promise<EmailVerified | Refused> {
  const step = lifeAfter(lifeOf(spent.account), { kind: 'claimed' })
  if (!step.ok) return refused(step.refusal)
  try {
    await replacePassword(ports, spent.account, { password: newPassword, claim: spent.token })
    return await finish({ ports, settings, from }, spent)
  } catch (error) {
    await releaseAfterFailure(ports, spent.token, error)
    throw error
  }
}

/** @throws {PortError} When this process was taken for dead, or was so slow that the lease ran out. */
async function finish(
  { ports, settings, from }: Pick<LoginWork, 'ports' | 'settings' | 'from'>,
  spent: SpentToken,
): Promise<EmailVerified> {
  const isInTime = await ports.store.transaction(async (tx) => {
    const isLeased = await isStillLeased(tx, spent.token)
    const claimed = isLeased && (await claimAccount({ ports, settings, tx, from }, spent, byMail))
    if (claimed && !('kind' in claimed)) return true
    // The new password holds all the same.
    await doubtPassword(ports, tx, spent.account.id)
    return false
  })
  if (isInTime) return { kind: 'email_verified', email: spent.account.email }
  throw new PortError('credential_store', 'timeout', new Error('the lease ran out'))
}
