import { headerValues } from './header-values.ts'

/** The access token in a header section, or why there is none. */
export type BearerToken =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'malformed' }

const scheme = 'bearer '

/**
 * The bearer token of a request (RFC 6750, section 2.1). The scheme is compared without regard to case (RFC
 * 9110, section 11.1).
 *
 * @param rawHeaders Names and values in turn, as they came over the wire.
 * @returns `missing` without the header, without a token or under another scheme; `malformed` for more than
 * one `Authorization`, since two servers would choose two different ones. The token itself is not checked
 * here.
 */
export function bearerToken(rawHeaders: readonly string[]): BearerToken {
  const values = headerValues(rawHeaders, 'authorization')
  const [value, second] = values
  if (value === undefined) return { kind: 'missing' }
  if (second !== undefined) return { kind: 'malformed' }
  const text = value.trim()
  if (text.slice(0, scheme.length).toLowerCase() !== scheme) return { kind: 'missing' }
  let begin = scheme.length
  while (text[begin] === ' ') begin += 1
  return begin < text.length ? { kind: 'token', token: text.slice(begin) } : { kind: 'missing' }
}

/**
 * The value of `WWW-Authenticate` for a 401 (RFC 6750, section 3): without an error code if the
 * request carried no token at all.
 */
export function bearerChallenge(code: string): string {
  const realm = 'Bearer realm="gatehouse"'
  return code === 'token_missing' ? realm : `${realm}, error="invalid_token"`
}
