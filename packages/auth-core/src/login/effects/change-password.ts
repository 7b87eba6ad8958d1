import { voidCredentials } from '../../account/void-credentials.ts'
import { releaseEventually } from '../../leases/release-eventually.ts'
import {
  isStillLeased,
  type LeasedToken,
  leasedFrom,
  releaseToken,
} from '../../leases/token-lease.ts'
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
    const settle = mayStillBeSet(error) ? keep : release
    await releaseEventually(ports, () => settle(ports, token, mayBeSet(error)))
    throw error
  }
}

/** @throws {PortError} When this process was taken for dead, or was so slow that the lease ran out. */
async function finish({ ports, from, account, tenant, token }: PasswordChange): Promise<void> {
  const isInTime = await ports.store.transaction(async (tx) => {
    await voidCredentials(ports, tx, account.id)
    if (!(await isStillLeased(tx, token))) return false
    await tx.oneTimeTokens.removeAll('reset_password', account.id)
    await tellOwner(ports, tx, { kind: 'password_changed', account, tenant })
    const subject = { accountId: account.id, tenantId: tenant.id }
    await tx.auditLog.record(requestEvent(from, { kind: 'password_reset', ...subject }))
    return true
  })
  if (!isInTime) throw new PortError('credential_store', 'timeout', new Error('the lease ran out'))
}

/** The token can be tried again; where the new password may hold, what the old one opened is closed. */
async function release(ports: Ports, token: LeasedToken, mayBeNew: boolean): Promise<void> {
  await ports.store.transaction(async (tx) => {
    const isReleased = await releaseToken(tx, token)
    if (isReleased && mayBeNew) await voidCredentials(ports, tx, token.accountId)
  })
}

/**
 * The token stays claimed until a request that is still on its way has ended: what another sets
 * meanwhile would be overwritten by it. Whether this process lives does not matter for that.
 */
async function keep(ports: Ports, token: LeasedToken): Promise<void> {
  await ports.store.transaction(async (tx) => {
    if (!(await isStillLeased(tx, token))) return
    await tx.oneTimeTokens.update(leasedFrom(token, { by: '', since: ports.clock.now() }))
    await voidCredentials(ports, tx, token.accountId)
  })
}

function mayStillBeSet(error: unknown): boolean {
  return (
    error instanceof PortError && error.port === 'credential_store' && error.failure === 'timeout'
  )
}

/** Of failures after which nothing is on its way any more. */
function mayBeSet(error: unknown): boolean {
  return !(error instanceof PortError && error.port === 'credential_store')
}
