import type { SigningKey } from '../../src/ports/index.ts'
import { toBase64url } from './base64url.ts'
import { sha256 } from './sha256.ts'

/** A key that signs since the start of time. Another `kid` has another secret. */
export function createMemorySigningKey(kid: string): SigningKey {
  return {
    kid,
    secret: toBase64url(sha256(new TextEncoder().encode(kid))),
    activeFrom: new Date('2020-01-01T00:00:00Z'),
    acceptedUntil: null,
    revokedAt: null,
  }
}
