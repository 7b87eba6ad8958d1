/**
 * JWS in compact form (RFC 7515, section 7.1), read strictly: no second spelling of a token is
 * accepted beside the one that was issued, so that a token cannot be altered and still verify.
 */

/** The header of a JWS (RFC 7515, section 4), before its signature has been checked. */
export interface JwsHeader {
  /** Whatever the sender wrote: of any JSON type. */
  readonly [parameter: string]: unknown
}

/** The longest token, in characters (here also bytes). It bounds the work that an unsigned text can cause. */
export const maxJwsLength = 16_384

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Reads the header without checking what it says.
 *
 * @returns `null` unless the text is three parts, each in canonical base64url without padding, of
 *   which the first is a JSON object.
 */
export function readJwsHeader(text: string): JwsHeader | null {
  if (text.length > maxJwsLength) return null
  const parts = text.split('.')
  const [header, payload, signature] = parts
  if (parts.length !== 3 || !header || !payload || !signature) return null
  return parts.every(isBase64url) ? readObject(header) : null
}

function isBase64url(part: string): boolean {
  // Decoders skip characters that they do not know and ignore unused bits, so only the canonical form is
  // valid.
  return Buffer.from(part, 'base64url').toString('base64url') === part
}

function readObject(part: string): JwsHeader | null {
  try {
    const value: unknown = JSON.parse(utf8.decode(Buffer.from(part, 'base64url')))
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** Whether a JSON value is an object; `null` and arrays are not. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
