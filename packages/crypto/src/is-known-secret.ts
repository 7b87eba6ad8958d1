import { readDataLines } from './read-data-lines.ts'

/**
 * Whether a secret for signing tokens is one that was published, for instance in a tutorial or an
 * example (RFC 8725, section 3.5). White space around it is ignored.
 *
 * The list holds only secrets of 32 bytes and more: shorter ones are refused for their length. It
 * is read at each call, since a start asks once.
 */
export function isKnownSecret(secret: string): boolean {
  return readDataLines('known-jwt-secrets.txt').includes(secret.trim())
}
