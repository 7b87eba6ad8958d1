import type { EmailAddress } from '../identity/email-address.ts'
import type { Secrets } from '../ports/secrets.ts'

/**
 * What guesses at a typed email are counted for: its canonical form. What is no address is counted
 * by its own text, so that no typing mistake counts for another (T-104), and only as a keyed digest:
 * it may be a password that was typed into the wrong field (T-62).
 */
export function emailSubject(secrets: Secrets, typed: string, email: EmailAddress | null): string {
  return email?.canonical ?? `malformed ${secrets.digest('malformed_email', typed)}`
}
