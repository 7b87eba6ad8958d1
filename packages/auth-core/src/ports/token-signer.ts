import type { SigningKey } from '../records/signing-key.ts'

/**
 * The kinds of JWT; each has its own `typ` header and a key derived for it, so that one is never
 * accepted as another (RFC 8725, sections 3.11 and 3.12).
 *
 * - `access`: `typ` is `at+jwt`; signed with exactly the bytes of the key.
 * - `session`: `typ` is `session+jwt`; signed with a key derived from it.
 * - `kept`: `typ` is `kept+jwt`; signed with another key derived from it.
 */
export type TokenType = 'access' | 'session' | 'kept'

/** Claims by their names on the wire. */
export type TokenPayload = Readonly<Record<string, unknown>>

/**
 * Signs and checks HS256 tokens (RFC 7515, RFC 7519). Does no I/O.
 *
 * Contract: `tokenSignerContract` in `@gatehouse/auth-core/contracts`.
 */
export interface TokenSigner {
  /** Signs a compact JWS with the header fields `alg: HS256`, `typ` and `kid`, and the claims unchanged. */
  sign(type: TokenType, claims: TokenPayload, key: SigningKey): string

  /**
   * Checks form, algorithm, `typ`, `kid` and signature. Checks neither times nor claims.
   *
   * @returns The claims, or `null` for anything but a token of this type signed by one of `keys`.
   *   Never throws, whatever the text.
   */
  verify(type: TokenType, token: string, keys: readonly SigningKey[]): TokenPayload | null
}
