import { findExpiredLeases } from '../leases/lease.ts'
import { releaseEventually } from '../leases/release-eventually.ts'
import { leased, retryWhileLeased } from '../leases/retry-while-leased.ts'
import { type LeasedToken, leasedFrom, leaseOf, releaseToken } from '../leases/token-lease.ts'
import { PortError } from '../ports/port-error.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Membership } from '../records/account.ts'
import type { MailedPurpose, OneTimeToken } from '../records/one-time-token.ts'
import type { Invalid } from '../refusal.ts'
import { findOneTimeToken } from './find-one-time-token.ts'
import { findActiveMembership } from './memberships.ts'

/** A valid token from a mail, and its account and tenant. */
export interface ValidToken extends Membership {
  /** The record of the token. */
  readonly token: OneTimeToken
}

/** A token that is being spent, and its account and tenant. */
export interface SpentToken extends Membership {
  /** Under a lease of this process. */
  readonly token: LeasedToken
}

/** Names a token from a mail. */
export interface MailedToken {
  /** The purpose that the token must have. */
  readonly purpose: MailedPurpose
  /** The token from the mail. */
  readonly value: string
}

/**
 * Finds the token from a mail, with its account and tenant. It must not have expired, and both must be
 * active.
 */
export async function findValidToken(
  ports: Pick<Ports, 'clock' | 'secrets'>,
  tx: Transaction,
  { purpose, value }: MailedToken,
): Promise<ValidToken | undefined> {
  const token = await findOneTimeToken(tx, purpose, ports.secrets.digests(purpose, value))
  if (!token || ports.clock.now() >= token.expiresAt) return undefined
  const membership = await findActiveMembership(tx, token.accountId)
  return membership && { ...membership, token }
}

/** Whether a process that may be alive is spending a token now. */
export async function isBeingSpent(
  { clock }: Pick<Ports, 'clock'>,
  tx: Transaction,
  { lease }: OneTimeToken,
): Promise<boolean> {
  const now = clock.now()
  if (!lease || now >= lease.until) return false
  const isExpiredLease = await findExpiredLeases(tx, now)
  return !isExpiredLease(leaseOf(lease))
}

/**
 * Takes a token to spend it. Of two who bring the same one at the same time, one gets it; the other
 * waits until it is spent, given back, or its process is known to be dead.
 *
 * @param check What else has to hold; otherwise the token stays as good as it was.
 * @returns `undefined` when it is not good.
 * @throws {PortError} While an earlier request with this token may still be under way.
 */
export async function leaseOneTimeToken(
  ports: Ports,
  mailed: MailedToken,
  check: (membership: Membership) => Invalid | null,
): Promise<SpentToken | Invalid | undefined> {
  const outcome = await retryWhileLeased(ports, () => leaseOnce(ports, mailed, check))
  if (outcome === leased) throw stillLeased()
  return outcome
}

async function leaseOnce(
  ports: Ports,
  mailed: MailedToken,
  check: (membership: Membership) => Invalid | null,
): Promise<SpentToken | Invalid | undefined | typeof leased> {
  let taken: LeasedToken | undefined
  const work = async (tx: Transaction) => {
    const found = await findValidToken(ports, tx, mailed)
    if (!found) return undefined
    if (await isBeingSpent(ports, tx, found.token)) return leased
    const invalid = check(found)
    if (invalid) return invalid
    taken = leasedFrom(found.token, { by: ports.replicaId, since: ports.clock.now() })
    await tx.oneTimeTokens.update(taken)
    return { ...found, token: taken }
  }
  try {
    return await ports.store.transaction(work)
  } catch (error) {
    // The commit may have succeeded although the call failed.
    const token = taken
    if (token) await releaseUnspent(ports, token)
    throw error
  }
}

/** The error for a valid token that an earlier request still holds; its password may yet be set. */
export function stillLeased(): PortError {
  const cause = new Error('an earlier request with this token may still be under way')
  return new PortError('credential_store', 'unavailable', cause)
}

/** Gives back a token that was not spent. Never rejects. */
export function releaseUnspent(ports: Ports, token: LeasedToken): Promise<void> {
  return releaseEventually(ports, () => release(ports, token))
}

async function release({ store }: Ports, token: LeasedToken): Promise<void> {
  await store.transaction((tx) => releaseToken(tx, token))
}
