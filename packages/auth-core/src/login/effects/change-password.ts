import { doubtPassword } from '../../account/doubt-password.ts'
import { lifeAfter } from '../../account/life.ts'
import { lifeOf } from '../../account/life-of.ts'
import { releaseAfterFailure } from '../../account/release-after-failure.ts'
import { takeStep } from '../../account/take-step.ts'
import { voidCredentials } from '../../account/void-credentials.ts'
import { isStillLeased, type LeasedToken } from '../../leases/token-lease.ts'
import { PortError } from '../../ports/port-error.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Membership } from '../../records/account.ts'
import { requestEvent } from '../../records/audit.ts'
import type { Requester } from '../../records/client.ts'
import { type Refused, refused } from '../../refusal.ts'
import type { AuthSettings } from '../../settings.ts'

/** A new password, the account that gets it, and the token that is spent on it. */
export interface PasswordChange extends Membership {
  /** The ports for the password, the records and the mail. */
  readonly ports: Ports
  /** What unconfirmed accounts may do, and how long links are valid. */
  readonly settings: AuthSettings
  /** The client that sent the request, and when the request arrived. */
  readonly from: Requester
  /** The reset token, leased by this process. */
  readonly token: LeasedToken
  /** The password to set, which the rules have allowed. Secret. */
  readonly newPassword: string
}

/**
 * Sets a new password, and closes everything that the old one opened. This is not one transaction: the
 * credential store may take seconds, and when it fails the token stays valid.
 *
 * @returns Refused when the account is disabled or removed.
 * @throws {PortError} When the credential store cannot set the password.
 */
export async function changePassword(work: PasswordChange): Promise<Refused | null> {
  const { ports, account, token, newPassword } = work
  const step = lifeAfter(lifeOf(account), { kind: 'password_reset' })
  if (!step.ok) return refused(step.refusal)
  try {
    await ports.credentialStore.setPassword(account, newPassword, token)
    return await finish(work)
  } catch (error) {
    await releaseAfterFailure(ports, token, error)
    throw error
  }
}

/** @throws {PortError} When this process was taken for dead, or was so slow that the lease ran out. */
async function finish(work: PasswordChange): Promise<Refused | null> {
  const { ports, settings, from, tenant, token } = work
  const outcome = await ports.store.transaction(async (tx) => {
    // An account that was removed meanwhile has no user in the credential store either.
    const account = await tx.accounts.find(work.account.id)
    if (!account) return refused('reset_token_invalid')
    const step = lifeAfter(lifeOf(account), { kind: 'password_reset' })
    const isLeased = await isStillLeased(tx, token)
    if (!step.ok || !isLeased) {
      // The new password holds all the same.
      if (step.ok) await doubtPassword(ports, tx, account.id)
      else await voidCredentials(ports, tx, account.id)
      return step.ok ? 'late' : refused(step.refusal)
    }
    await takeStep({ ports, settings, tx, of: { account, tenant } }, step)
    const subject = { accountId: account.id, tenantId: tenant.id }
    await tx.auditLog.record(requestEvent(from, { kind: 'password_reset', ...subject }))
    return null
  })
  if (outcome !== 'late') return outcome
  throw new PortError('credential_store', 'timeout', new Error('the lease ran out'))
}
