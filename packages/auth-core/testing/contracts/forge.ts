import type { SigningKey } from '../../src/ports/index.ts'
import { fromBase64url, toBase64url } from '../memory/base64url.ts'
import { hmacSha256 } from '../memory/sha256.ts'

/** A part of a compact JWS: JSON of a value, or a text as it is, in base64url. */
export function jwsPart(content: unknown): string {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  return toBase64url(new TextEncoder().encode(text))
}

/** A compact JWS, signed HS256 with exactly the bytes of the key, whatever its parts say. */
export function forge(header: unknown, payload: unknown, key: SigningKey): string {
  const signed = `${jwsPart(header)}.${jwsPart(payload)}`
  return `${signed}.${hs256(signed, key)}`
}

/** The signature of a JWS, for its first two parts (RFC 7518, section 3.2). */
export function hs256(signed: string, { secret }: SigningKey): string {
  const key = fromBase64url(secret)
  if (key === null) throw new TypeError('a key is base64url without padding')
  return toBase64url(hmacSha256(key, new TextEncoder().encode(signed)))
}

/** The content of one part of a compact JWS. */
export function readJwsPart(part: string | undefined): unknown {
  const bytes = fromBase64url(part ?? '')
  if (bytes === null) throw new TypeError('a part is base64url without padding')
  return JSON.parse(new TextDecoder().decode(bytes))
}
