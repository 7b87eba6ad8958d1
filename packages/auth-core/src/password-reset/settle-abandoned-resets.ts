import type { Ports } from '../ports/index.ts'
import { voidCredentials } from './void-credentials.ts'

/**
 * Finishes resets that died between setting the password and saying so. Whether the password was
 * set is unknown, so what the old one had opened is closed, and the token can be tried again.
 *
 * @param claimedUntil Claims that run longer may be under way elsewhere.
 * @returns How many there were.
 */
export async function settleAbandonedResets(
  ports: Pick<Ports, 'clock' | 'store'>,
  { claimedUntil }: { readonly claimedUntil: Date },
): Promise<number> {
  return ports.store.transaction(async (tx) => {
    const abandoned = await tx.oneTimeTokens.findAbandoned('reset_password', claimedUntil)
    for (const token of abandoned) {
      await voidCredentials(ports, tx, token.accountId)
      await tx.oneTimeTokens.update({ ...token, claimedUntil: null })
    }
    return abandoned.length
  })
}
