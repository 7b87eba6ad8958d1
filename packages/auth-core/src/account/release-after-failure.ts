import { releaseEventually } from '../leases/release-eventually.ts'
import { isStillLeased, type LeasedToken, leasedFrom, releaseToken } from '../leases/token-lease.ts'
import { PortError } from '../ports/port-error.ts'
import type { Ports } from '../ports/ports.ts'
import { doubtPassword } from './doubt-password.ts'
import { voidCredentials } from './void-credentials.ts'

/**
 * Gives back the token of a new password that could not be set, so that it can be tried again; where
 * the new password may hold all the same, what the old one opened is closed and the owner is told. While a request may
 * still be on its way to the credential store, the token stays leased. Never rejects.
 *
 * @param error Why it could not be set.
 */
export function releaseAfterFailure(
  ports: Ports,
  token: LeasedToken,
  error: unknown,
): Promise<void> {
  const settle = mayStillBeSet(error) ? keep : release
  return releaseEventually(ports, () => settle(ports, token, mayBeSet(error)))
}

/** Makes the token usable again. If the new password may have been set, closes what the old one opened. */
async function release(ports: Ports, token: LeasedToken, mayBeNew: boolean): Promise<void> {
  await ports.store.transaction(async (tx) => {
    const isReleased = await releaseToken(tx, token)
    if (isReleased && mayBeNew) await doubtPassword(ports, tx, token.accountId)
  })
}

/**
 * Keeps the token leased until the request on its way has ended, because that request would overwrite a
 * password that is set meanwhile. The lease names no process, so it does not end when this one dies.
 */
async function keep(ports: Ports, token: LeasedToken): Promise<void> {
  await ports.store.transaction(async (tx) => {
    if (!(await isStillLeased(tx, token))) return
    await tx.oneTimeTokens.update(leasedFrom(token, { by: '', since: ports.clock.now() }))
    // To close everything removes the token of one's own change. The others are settled once their
    // lease is over, and the owner is told then.
    if (token.purpose === 'set_password') await doubtPassword(ports, tx, token.accountId)
    else await voidCredentials(ports, tx, token.accountId)
  })
}

function mayStillBeSet(error: unknown): boolean {
  return (
    error instanceof PortError && error.port === 'credential_store' && error.failure === 'timeout'
  )
}

/** Whether the password may have been set, for failures after which no request is on its way. */
function mayBeSet(error: unknown): boolean {
  return !(error instanceof PortError && error.port === 'credential_store')
}
