import { knownJwtSecrets } from '../data/known-jwt-secrets.js'
import { hasLine } from './has-line.ts'

/**
 * Whether a secret for signing tokens is one that was published, for instance in a tutorial or an
 * example (RFC 8725, section 3.5). White space around it is ignored.
 *
 * The list holds only secrets of 32 bytes and more: shorter ones are refused for their length.
 */
export function isKnownSecret(secret: string): boolean {
  return hasLine(knownJwtSecrets, secret.trim())
}
