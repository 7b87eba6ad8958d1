import { dropEmailChange } from '../../account/drop-email-change.ts'
import { giveTokenBack } from '../../account/give-token-back.ts'
import { voidCredentials } from '../../account/void-credentials.ts'
import { isStillLeased, type LeasedToken } from '../../leases/token-lease.ts'
import { tellOwner } from '../../mail/tell-owner.ts'
import { PortError } from '../../ports/port-error.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Membership } from '../../records/account.ts'
import { requestEvent } from '../../records/audit.ts'
import type { Requester } from '../../records/client.ts'

/** A new password, for whom it is, and the token that is spent on it. */
export interface PasswordChange extends Membership {
  /** Where the password, the records and the mail go. */
  readonly ports: Ports
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
 * @throws {PortError} When the credential store cannot set it.
 */
export async function changePassword(work: PasswordChange): Promise<void> {
  const { ports, account, token, newPassword } = work
  try {
    await ports.credentialStore.setPassword(account, newPassword, token)
    await finish(work)
  } catch (error) {
    await giveTokenBack(ports, token, error)
    throw error
  }
}

/** @throws {PortError} When this process was taken for dead, or was so slow that the lease ran out. */
async function finish({ ports, from, account, tenant, token }: PasswordChange): Promise<void> {
  const isInTime = await ports.store.transaction(async (tx) => {
    await voidCredentials(ports, tx, account.id)
    if (!(await isStillLeased(tx, token))) return false
    await tx.oneTimeTokens.removeAll('reset_password', account.id)
    await dropEmailChange(ports, tx, account.id)
    await tellOwner(ports, tx, { kind: 'password_changed', account, tenant })
    const subject = { accountId: account.id, tenantId: tenant.id }
    await tx.auditLog.record(requestEvent(from, { kind: 'password_reset', ...subject }))
    return true
  })
  if (!isInTime) throw new PortError('credential_store', 'timeout', new Error('the lease ran out'))
}
