import { giveTokenBack } from '../account/give-token-back.ts'
import { validateNewPassword } from '../account/validate-new-password.ts'
import { voidCredentials } from '../account/void-credentials.ts'
import { leaseOneTimeToken, returnToken, type SpentToken } from '../leases/lease-one-time-token.ts'
import { isStillLeased } from '../leases/token-lease.ts'
import { claimAccount, replacePassword } from '../login/claim-account.ts'
import { PortError } from '../ports/port-error.ts'
import type { Ports } from '../ports/ports.ts'
import type { Requester } from '../records/client.ts'
import { type Invalid, type Refused, refused } from '../refusal.ts'
import type { EmailVerified, VerifyEmailCommand } from './email-verification.ts'

/**
 * Confirms an address for its owner, who does not know the password: another person may have signed
 * up with it. The new password holds, and whatever was handed out before opens nothing (T-92). A
 * refused password and a failing credential store leave the token as good as it was.
 *
 * @throws {PortError} When the credential store cannot set the password.
 */
export async function takeOverAccount(
  ports: Ports,
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
    turn(() => spend(ports, { spent, newPassword, from })),
  )
  if (outcome.kind === 'refused') await returnToken(ports, spent.token)
  return outcome
}

interface TakeOver {
  readonly spent: SpentToken
  readonly newPassword: string
  readonly from: Requester
}

async function spend(ports: Ports, { spent, newPassword, from }: TakeOver): Promise<EmailVerified> {
  try {
    await replacePassword(ports, spent.account, { password: newPassword, claim: spent.token })
    await finish(ports, from, spent)
  } catch (error) {
    await giveTokenBack(ports, spent.token, error)
    throw error
  }
  return { kind: 'email_verified', email: spent.account.email }
}

/** @throws {PortError} When this process was taken for dead, or was so slow that the lease ran out. */
async function finish(ports: Ports, from: Requester, spent: SpentToken): Promise<void> {
  const isInTime = await ports.store.transaction(async (tx) => {
    if (!(await isStillLeased(tx, spent.token))) {
      // The new password holds all the same.
      await voidCredentials(ports, tx, spent.account.id)
      return false
    }
    await claimAccount({ ports, tx, from }, spent, { by: 'mail' })
    return true
  })
  if (isInTime) return
  throw new PortError('credential_store', 'timeout', new Error('the lease ran out'))
}
