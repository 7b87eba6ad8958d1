import { releaseEventually } from '../leases/release-eventually.ts'
import { type LeasedToken, releaseToken } from '../leases/token-lease.ts'
import { PortError } from '../ports/port-error.ts'
import type { Ports } from '../ports/ports.ts'
import { voidCredentials } from './void-credentials.ts'

/**
 * Gives back the token of a new password that could not be set, so that it can be tried again; where
 * the new password may hold all the same, what the old one opened is closed. Never rejects.
 *
 * @param error Why it could not be set.
 */
export function giveTokenBack(ports: Ports, token: LeasedToken, error: unknown): Promise<void> {
  return releaseEventually(ports, async () => {
    await ports.store.transaction(async (tx) => {
      const isReleased = await releaseToken(tx, token)
      if (isReleased && mayBeSet(error)) await voidCredentials(ports, tx, token.accountId)
    })
  })
}

function mayBeSet(error: unknown): boolean {
  const isOfStore = error instanceof PortError && error.port === 'credential_store'
  return !isOfStore || error.failure === 'timeout'
}
