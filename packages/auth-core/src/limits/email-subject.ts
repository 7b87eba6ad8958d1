import type { EmailAddress } from '../identity/email-address.ts'
import type { Secrets } from '../ports/secrets.ts'

/**
 * The subject that guesses with a typed email count against: the canonical form of the address. Text that is
 * not an address counts under the text itself, so that no typing mistake counts against another address
 * (T-104), and only as a keyed digest: the text may be a password typed into the wrong field (T-62).
 */
export function emailSubject(secrets: Secrets, typed: string, email: EmailAddress | null): string {
  return email?.canonical ?? `malformed ${secrets.digest('malformed_email', typed)}`
}
