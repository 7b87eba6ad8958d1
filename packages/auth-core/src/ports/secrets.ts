/** The purpose of a keyed digest. Digests of different purposes never match. */
export type DigestPurpose =
  | 'otp'
  | 'verify_email'
  | 'reset_password'
  | 'reopen_organization'
  | 'malformed_email'
  | 'invitation'
  | 'change_email'
  | 'audit_chain'

/**
 * Randomness and digests. All values come from a cryptographically secure generator.
 *
 * Contract: `secretsContract` in `@gatehouse/auth-core/contracts`.
 */
export interface Secrets {
  /** A fresh identifier of 128 bits or more, safe in URLs and as a database key. */
  id(): string

  /**
   * A fresh secret of 256 bits, base64url without padding (RFC 4648, section 5). None of its bytes is zero, so
   * that programs that end a text there can use it as a key: a fifth of a bit less.
   */
  token(): string

  /** Six ASCII digits, every value equally likely, leading zeros kept. */
  otpCode(): string

  /** A fresh key for a machine agent: a recognisable prefix and at least 256 random bits. */
  apiKey(): string

  /** A keyed hash: equal input gives an equal digest, which cannot be computed without the key. */
  digest(purpose: DigestPurpose, text: string): string

  /**
   * Every digest that `digest` may have returned for a text: with the current key first, then with earlier
   * keys that are still known.
   */
  digests(purpose: DigestPurpose, text: string): readonly string[]

  /** SHA-256 (FIPS 180-4) of the text in UTF-8, in hexadecimal. Needs no key, so anyone can compute it. */
  hash(text: string): string

  /** Whether two texts are equal. Takes constant time for texts of equal length. */
  equal(one: string, other: string): boolean
}
