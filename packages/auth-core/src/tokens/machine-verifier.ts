import { mayOf } from '../account/may-of.ts'
import { refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import type { AccessTokenVerifier } from './access-claims.ts'

/** Whether the policy keeps unconfirmed accounts from machines. Their tokens carry `email_verified` then. */
export function holdsBackUnconfirmed({
  unconfirmedAccounts,
}: Pick<AuthSettings, 'unconfirmedAccounts'>): boolean {
  return !mayOf({ kind: 'unconfirmed' }, unconfirmedAccounts).opensTerminals
}

/**
 * Checks access tokens for what leads to machines. It refuses as the verifier that it asks, and what
 * `unconfirmedAccounts` holds back: `account_unconfirmed` for the token of an account whose address is
 * not confirmed, `token_stale` for one that does not tell, as tokens do that were issued under another
 * policy. A refreshed one tells.
 */
export function createMachineVerifier(
  verifier: AccessTokenVerifier,
  settings: Pick<AuthSettings, 'unconfirmedAccounts'>,
): AccessTokenVerifier {
  if (!holdsBackUnconfirmed(settings)) return verifier
  return {
    authenticate(token, at) {
      const checked = verifier.authenticate(token, at)
      if (checked.kind === 'refused' || checked.claims.emailVerified) return checked
      return refused(checked.claims.emailVerified === null ? 'token_stale' : 'account_unconfirmed')
    },
  }
}
