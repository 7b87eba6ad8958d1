import type { SigningKey, TokenPayload, TokenSigner, TokenType } from '../../src/ports/index.ts'
import { fromBase64url, toBase64url } from './base64url.ts'
import { hmacSha256 } from './sha256.ts'

const typ = { access: 'at+jwt', session: 'session+jwt', kept: 'kept+jwt' } as const

/** A {@link TokenSigner} in plain ECMAScript. Its tokens are real, but it is slow. */
export function createMemoryTokenSigner(): TokenSigner {
  return {
    sign(type, claims, key) {
      const header = { alg: 'HS256', typ: typ[type], kid: key.kid }
      const signed = `${encoded(header)}.${encoded(claims)}`
      return `${signed}.${signature(type, signed, key)}`
    },

    verify(type, token, keys) {
      const [head, body, given, ...rest] = token.split('.')
      if (head === undefined || body === undefined || rest.length > 0) return null
      const header = decoded(head)
      if (header?.alg !== 'HS256' || header.typ !== typ[type] || 'crit' in header) return null
      const key = keys.find(({ kid }) => kid === header.kid)
      if (key === undefined || given !== signature(type, `${head}.${body}`, key)) return null
      return decoded(body)
    },
  }
}

function signature(type: TokenType, signed: string, { secret }: SigningKey): string {
  const bytes = fromBase64url(secret)
  if (bytes === null) throw new TypeError('a key is base64url without padding')
  const key = type === 'access' ? bytes : hmacSha256(bytes, utf8(typ[type]))
  return toBase64url(hmacSha256(key, utf8(signed)))
}

function encoded(part: TokenPayload): string {
  return toBase64url(utf8(JSON.stringify(part)))
}

/** The JSON object in one part of a token, or `null` when there is none. */
function decoded(part: string): TokenPayload | null {
  const bytes = fromBase64url(part)
  if (bytes === null) return null
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

function isObject(value: unknown): value is TokenPayload {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
