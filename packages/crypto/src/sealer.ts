/**
 * Secrets at rest: AES-256-GCM (NIST SP 800-38D) under a key derived from the master key.
 *
 * A sealed text is `v1.<key id>.<nonce>.<ciphertext and tag>`. The key id says which master key it
 * was sealed under, so that the master key can be changed while old texts still open.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { deriveKey } from './derive-key.ts'

/** Encrypts texts: a person who reads the database does not learn them, and changes to them are detected. */
export interface Sealer {
  /**
   * Names the master key that seals. It says nothing about the key, and is part of every sealed
   * text.
   */
  readonly keyId: string

  /**
   * Seals under the current master key. The same text gives another result each time.
   *
   * @param context - The place of the text, such as table, column and row. It is not secret and not stored;
   * the text can only be opened with the same context.
   */
  seal(text: string, context: string): string

  /**
   * Opens a text that was sealed under the current or a previous master key.
   *
   * @param context - As it was for sealing.
   * @throws {Error} `cannot be opened with this key`, when the text was altered, belongs elsewhere,
   *   was sealed under another master key or is no sealed text.
   */
  open(sealed: string, context: string): string

  /** Whether a text was sealed, or a lookup hash made, under the current master key. */
  isCurrent(text: string): boolean

  /**
   * HMAC-SHA256 (RFC 2104) of a text under each master key, as `h1.<key id>.<hash>`. With it, a column of
   * sealed texts can be searched. The first hash is under the current master key.
   *
   * @param context - The place of the text; another context gives other hashes.
   */
  lookupHashes(text: string, context: string): readonly [string, ...string[]]
}

/** The master keys of a {@link Sealer}, 32 bytes each. */
export interface SealerOptions {
  /** The current master key, which seals and opens. */
  readonly masterKey: Uint8Array
  /** Earlier master keys, which only open. */
  readonly previousKeys?: readonly Uint8Array[]
}

interface SealingKey {
  readonly id: string
  // Key objects are made once: making one takes longer than the rest of the work.
  readonly key: KeyObject
  readonly lookupKey: KeyObject
}

const cipher = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

/**
 * A sealer under a master key; see the top of this file for what it writes.
 *
 * @throws {RangeError} For a master key that is not 32 bytes.
 */
export function createSealer({ masterKey, previousKeys = [] }: SealerOptions): Sealer {
  const current = sealingKey(masterKey)
  const previous = previousKeys.map(sealingKey)
  const keys = [current, ...previous]

  return {
    keyId: current.id,

    seal(text, context) {
      // Random nonces are safe for 2^32 texts under one key (section 8.3).
      const nonce = randomBytes(nonceLength)
      const encrypt = createCipheriv(cipher, current.key, nonce, { authTagLength: tagLength })
      encrypt.setAAD(Buffer.from(context))
      const body = [encrypt.update(text, 'utf8'), encrypt.final(), encrypt.getAuthTag()]
      return ['v1', current.id, encode(nonce), encode(Buffer.concat(body))].join('.')
    },

    open(sealed, context) {
      const [version, keyId, nonce, body, ...rest] = sealed.split('.')
      const key = keys.find(({ id }) => id === keyId)
      if (version !== 'v1' || !key || !nonce || !body || rest.length > 0) throw cannotOpen()
      return decrypt(key, { nonce: decode(nonce), body: decode(body), context })
    },

    isCurrent: (text) => text.split('.')[1] === current.id,

    lookupHashes(text, context) {
      const hash = (key: SealingKey) => lookupHash(key, text, context)
      return [hash(current), ...previous.map(hash)]
    },
  }
}

function sealingKey(masterKey: Uint8Array): SealingKey {
  return {
    id: encode(deriveKey(masterKey, 'sealing key id').subarray(0, 6)),
    key: createSecretKey(deriveKey(masterKey, 'sealing')),
    lookupKey: createSecretKey(deriveKey(masterKey, 'lookup')),
  }
}

function lookupHash({ id, lookupKey }: SealingKey, text: string, context: string): string {
  // With the length, two different pairs never give the same text.
  const hmac = createHmac('sha256', lookupKey).update(`${context.length}:${context}${text}`)
  return `h1.${id}.${hmac.digest('base64url')}`
}

interface SealedParts {
  readonly nonce: Buffer
  readonly body: Buffer
  readonly context: string
}

function decrypt({ key }: SealingKey, { nonce, body, context }: SealedParts): string {
  if (nonce.length !== nonceLength || body.length < tagLength) throw cannotOpen()
  const open = createDecipheriv(cipher, key, nonce, { authTagLength: tagLength })
  open.setAAD(Buffer.from(context))
  open.setAuthTag(body.subarray(-tagLength))
  const text = open.update(body.subarray(0, -tagLength))
  try {
    return Buffer.concat([text, open.final()]).toString('utf8')
  } catch {
    // Only a wrong tag can fail here.
    throw cannotOpen()
  }
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64url')
}

function decode(part: string): Buffer {
  const bytes = Buffer.from(part, 'base64url')
  if (encode(bytes) !== part) throw cannotOpen()
  return bytes
}

function cannotOpen(): Error {
  return new Error('cannot be opened with this key')
}
