import {
  createHash,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto'
import type { DigestPurpose, Secrets } from '@gatehouse/auth-core/ports'
import { deriveKey } from './derive-key.ts'

/** The keys for digests. */
export interface NodeSecretsOptions {
  /** 32 bytes. Digests made with another key match only if that key is one of `previousKeys`. */
  readonly masterKey: Uint8Array
  /** Earlier master keys, whose digests still match. */
  readonly previousKeys?: readonly Uint8Array[]
}

/**
 * Randomness and digests from `node:crypto`.
 *
 * - Identifiers are 128 bits in hexadecimal; tokens 256 bits; API keys `ghk_` and 256 bits.
 * - Digests are HMAC-SHA256 (RFC 2104) in base64url, under a key derived for each purpose.
 *
 * @throws {RangeError} For a master key that is not 32 bytes.
 */
export function createNodeSecrets({ masterKey, previousKeys = [] }: NodeSecretsOptions): Secrets {
  const current = digestKeysOf(masterKey)
  const all = [current, ...previousKeys.map(digestKeysOf)]

  return {
    id: () => randomBytes(16).toString('hex'),
    token: randomToken,
    otpCode: () => String(randomInt(0, 1_000_000)).padStart(6, '0'),
    apiKey: () => `ghk_${randomToken()}`,

    digest: (purpose, text) => digestUnder(current[purpose], text),

    digests: (purpose, text) => all.map((keys) => digestUnder(keys[purpose], text)),

    hash: (text) => createHash('sha256').update(text).digest('hex'),

    equal(one, other) {
      // UTF-8 would make all broken surrogates equal.
      const [left, right] = [Buffer.from(one, 'utf16le'), Buffer.from(other, 'utf16le')]
      return left.length === right.length && timingSafeEqual(left, right)
    },
  }
}

function digestKeysOf(masterKey: Uint8Array): Readonly<Record<DigestPurpose, KeyObject>> {
  // Key objects are made once: making one takes longer than the digest.
  const key = (purpose: DigestPurpose) => createSecretKey(deriveKey(masterKey, `digest ${purpose}`))
  return {
    otp: key('otp'),
    verify_email: key('verify_email'),
    reset_password: key('reset_password'),
    reopen_organization: key('reopen_organization'),
    malformed_email: key('malformed_email'),
    invitation: key('invitation'),
    change_email: key('change_email'),
    audit_chain: key('audit_chain'),
  }
}

function digestUnder(key: KeyObject, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** Drawn again when a byte is zero, which is one in eight times. */
function randomToken(): string {
  let bytes = randomBytes(32)
  while (bytes.includes(0)) bytes = randomBytes(32)
  return bytes.toString('base64url')
}
