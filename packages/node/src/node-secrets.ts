import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { DigestPurpose, Secrets } from '@gatehouse/auth-core'
import { deriveKey } from './derive-key.ts'

/** What keyed digests are made with. */
export interface NodeSecretsOptions {
  /** 32 bytes. Digests made under another one no longer match. */
  readonly masterKey: Uint8Array
}

/**
 * Randomness and digests from `node:crypto`.
 *
 * - Identifiers are 128 bits in hexadecimal; tokens 256 bits; API keys `ghk_` and 256 bits.
 * - Digests are HMAC-SHA256 (RFC 2104) in base64url, under a key derived for each purpose.
 *
 * @throws {RangeError} For a master key that is not 32 bytes.
 */
export function createNodeSecrets({ masterKey }: NodeSecretsOptions): Secrets {
  const digestKeys: Readonly<Record<DigestPurpose, Buffer>> = {
    otp: deriveKey(masterKey, 'digest otp'),
    verify_email: deriveKey(masterKey, 'digest verify_email'),
    reset_password: deriveKey(masterKey, 'digest reset_password'),
  }

  return {
    id: () => randomBytes(16).toString('hex'),
    token: randomToken,
    otpCode: () => String(randomInt(0, 1_000_000)).padStart(6, '0'),
    apiKey: () => `ghk_${randomToken()}`,

    digest(purpose, text) {
      return createHmac('sha256', digestKeys[purpose]).update(text).digest('base64url')
    },

    equal(one, other) {
      // UTF-8 would make all broken surrogates equal.
      const [left, right] = [Buffer.from(one, 'utf16le'), Buffer.from(other, 'utf16le')]
      return left.length === right.length && timingSafeEqual(left, right)
    },
  }
}

function randomToken(): string {
  return randomBytes(32).toString('base64url')
}
