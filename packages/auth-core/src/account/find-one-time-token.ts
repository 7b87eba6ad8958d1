import type { Transaction } from '../ports/store.ts'
import type { OneTimePurpose, OneTimeToken } from '../records/one-time-token.ts'

/** Finds the token with one of these digests, made with the current key or an earlier one. */
export async function findOneTimeToken(
  tx: Transaction,
  purpose: OneTimePurpose,
  digests: readonly string[],
): Promise<OneTimeToken | undefined> {
  for (const digest of digests) {
    const found = await tx.oneTimeTokens.find(purpose, digest)
    if (found) return found
  }
  return undefined
}
