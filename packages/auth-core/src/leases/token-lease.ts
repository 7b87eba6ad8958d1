import { secondsAfter } from '../lib/time.ts'
import type { Transaction } from '../ports/store.ts'
import type { OneTimeToken, TokenLease } from '../records/one-time-token.ts'
import type { Lease } from './lease.ts'

/** Longer than a credential store takes to answer. Afterwards any process may take the token. */
const leaseSeconds = 60

/** A token that a process is spending. */
export interface LeasedToken extends OneTimeToken {
  /** The lease; never `null` here. */
  readonly lease: TokenLease
}

/** The same token under a lease that begins at `since`. */
export function leasedFrom(token: OneTimeToken, lease: Lease): LeasedToken {
  return { ...token, lease: leaseFrom(lease) }
}

/** A lease that begins at `since`. */
export function leaseFrom({ by, since }: Lease): TokenLease {
  return { by, until: secondsAfter(since, leaseSeconds) }
}

/** Whether two values are the same lease. */
export function isSameLease(one: TokenLease | null | undefined, other: TokenLease): boolean {
  return one?.by === other.by && one.until.getTime() === other.until.getTime()
}

/** The holder of a token's lease, and since when. */
export function leaseOf({ by, until }: TokenLease): Lease {
  return { by, since: secondsAfter(until, -leaseSeconds) }
}

/** Whether a token is still under this very lease. It may be settled by now, or taken by another. */
export async function isStillLeased(
  tx: Pick<Transaction, 'oneTimeTokens'>,
  { purpose, digest, lease }: LeasedToken,
): Promise<boolean> {
  const found = (await tx.oneTimeTokens.find(purpose, digest))?.lease
  return isSameLease(found, lease)
}

/**
 * Releases a token, so that it can be tried again.
 *
 * @returns `false` when the token is no longer under this lease; nothing changes then.
 */
export async function releaseToken(
  tx: Pick<Transaction, 'oneTimeTokens'>,
  token: LeasedToken,
): Promise<boolean> {
  if (!(await isStillLeased(tx, token))) return false
  await tx.oneTimeTokens.update({ ...token, lease: null })
  return true
}
