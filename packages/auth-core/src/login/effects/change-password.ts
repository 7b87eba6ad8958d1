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

/** A new password, for whom it is, and the token that is spent on it. */
export interface PasswordChange extends Membership {
  /** Where the password, the records and the mail go. */
  readonly ports: Ports
  /** What unconfirmed accounts may do, and how long links hold. */
  readonly settings: AuthSettings
  /** Who asks, and when. */
  readonly from: Requester
  /** The reset token, leased by this process. */
  readonly token: LeasedToken
  /** The password to set, which the rules have allowed. Secret. */
  readonly newPassword: string
}

/**
 * Sets a new password, and closes everything that the old one had opened. Not in one transaction:
 * the credential store may take seconds, and where it fails the token is as good as it was.
 *
 * @returns Refused when the account is kept out.
 * @throws {PortError} When the credential store cannot set it.
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
    // What was removed meanwhile has been let go by the credential store, too.
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
