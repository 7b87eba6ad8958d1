import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import type { SigningKey, TokenType } from '@gatehouse/auth-core/ports'

/** As long as the hash, in bytes (RFC 7518, section 3.2). */
const minSecretBytes = 32

const labels = {
  session: 'gatehouse session token v1',
  kept: 'gatehouse kept token v1',
} as const satisfies Readonly<Record<Exclude<TokenType, 'access'>, string>>

/**
 * The largest number of cached keys: more than any ring holds, so that memory stays bounded while keys
 * change.
 */
const maxCached = 64

/**
 * The key object that signs one type of token.
 *
 * @throws {RangeError} For a secret that is not base64url, or is shorter than 32 bytes.
 */
export type KeyMaterial = (type: TokenType, key: SigningKey) => KeyObject

/**
 * Makes Node's key objects of signing keys, and caches them: making one costs more than a signature
 * does.
 *
 * Access tokens are signed with the secret itself, so that a backend that has it can check them.
 * The others are signed with keys derived from it (HKDF, RFC 5869), since only the gateway checks
 * them.
 */
export function createKeyMaterial(): KeyMaterial {
  const cache = new Map<string, KeyObject>()

  return (type, key) => {
    const name = [type, key.kid, key.secret].join(' ')
    const cached = cache.get(name)
    if (cached !== undefined) return cached
    const made = createSecretKey(secretFor(type, readSecret(key)))
    if (cache.size >= maxCached) cache.clear()
    cache.set(name, made)
    return made
  }
}

function readSecret(key: SigningKey): Buffer {
  const secret = Buffer.from(key.secret, 'base64url')
  if (secret.toString('base64url') !== key.secret || secret.length < minSecretBytes) {
    throw new RangeError(
      `A signing key is at least ${minSecretBytes} bytes in base64url without padding`,
    )
  }
  return secret
}

function secretFor(type: TokenType, secret: Buffer): Buffer {
  if (type === 'access') return secret
  return Buffer.from(hkdfSync('sha256', secret, '', labels[type], minSecretBytes))
}
