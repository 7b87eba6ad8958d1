import { parseEmailAddress } from '../identity/email-address.ts'
import type { DomainToAscii } from '../ports/domain-to-ascii.ts'
import type { OidcIdentity } from '../ports/oidc-provider.ts'
import type { EmailTrust } from '../settings.ts'

/** The address that a provider vouches for, or why there is none. */
export type ProviderEmail =
  | {
      /** The address belongs to the person. */
      readonly ok: true
      /** The form in which addresses are compared. */
      readonly emailCanonical: string
    }
  | {
      /** The address is not proven to belong to the person. */
      readonly ok: false
      /** Why, for the audit log. */
      readonly reason: ProviderEmailFault
    }

/** Why the email claims of a token are not accepted. */
export type ProviderEmailFault = 'email_missing' | 'email_malformed' | 'email_not_verified'

type EmailClaims = Pick<OidcIdentity, 'email' | 'emailVerified' | 'xmsEdov'>

/**
 * Checks the email claims of a provider's token (T-22, T-23). `email` alone counts: people choose
 * their own `preferred_username`, and in a directory of their own any `upn`.
 */
export function validateProviderEmail(
  claims: EmailClaims,
  trust: EmailTrust,
  toAscii: DomainToAscii,
): ProviderEmail {
  const { email } = claims
  if (email === undefined || email === null || email === '') return no('email_missing')
  const parsed = typeof email === 'string' ? parseEmailAddress(email, toAscii) : null
  if (!parsed?.ok) return no('email_malformed')
  if (!vouchesForEmail(claims, trust)) return no('email_not_verified')
  return { ok: true, emailCanonical: parsed.value.canonical }
}

/**
 * Whether the provider vouches for the address. What `email_verified` says is final; where the
 * claim is absent, as in all of Entra's tokens, `xms_edov` or the operator's trust takes its place.
 */
function vouchesForEmail(
  { emailVerified, xmsEdov }: Omit<EmailClaims, 'email'>,
  { directoryPinned, trustEmail }: EmailTrust,
): boolean {
  if (emailVerified !== undefined) return emailVerified === true || emailVerified === 'true'
  const ownerConfirmed = xmsEdov === true || xmsEdov === 1 || xmsEdov === '1' || xmsEdov === 'true'
  return ownerConfirmed || (directoryPinned && trustEmail)
}

function no(reason: ProviderEmailFault): ProviderEmail {
  return { ok: false, reason }
}
