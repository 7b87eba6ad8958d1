import type { Holding } from '../leases/lease.ts'
import { secondsAfter } from '../lib/time.ts'
import type { Transaction } from '../ports/store.ts'
import type { OneTimeToken, TokenClaim } from '../records/one-time-token.ts'

/** Longer than any credential store takes to answer; then another try may begin, whoever holds it. */
const claimSeconds = 60

/** A token that somebody is spending. */
export interface ClaimedToken extends OneTimeToken {
  readonly claim: TokenClaim
}

/** The same token, claimed from now on. */
export function claimedFrom(token: OneTimeToken, { by, since }: Holding): ClaimedToken {
  return { ...token, claim: { by, until: secondsAfter(since, claimSeconds) } }
}

/** Who holds a claim, and since when. */
export function holdingOf({ by, until }: TokenClaim): Holding {
  return { by, since: secondsAfter(until, -claimSeconds) }
}

/** Whether a token is still under this very claim: it may have been settled, and taken by another. */
export async function isStillClaimed(
  tx: Pick<Transaction, 'oneTimeTokens'>,
  { purpose, digest, claim }: ClaimedToken,
): Promise<boolean> {
  const found = (await tx.oneTimeTokens.find(purpose, digest))?.claim
  return found?.by === claim.by && found.until.getTime() === claim.until.getTime()
}
