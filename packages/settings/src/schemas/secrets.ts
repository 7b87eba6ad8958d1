import { parseMasterKey } from '@gatehouse/crypto'
import * as v from 'valibot'

/** Of 32 random bytes hardly two are alike, of as many random letters some: below this nothing is random. */
const minDifferent = 10

/**
 * A secret for HMAC with SHA-256, at least as long as the hash (RFC 7518, section 3.2), and not a repetition
 * of a few bytes (T-104).
 */
export const signingSecret = v.pipe(
  v.string(),
  v.minBytes(32),
  v.check((text) => isVaried(Buffer.from(text))),
  v.description(`at least 32 bytes long, at least ${minDifferent} of them different`),
)

/** A secret that goes over the wire as a bearer token (RFC 6750, section 2.1). */
export const bearerSecret = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9._~+/-]{32,1000}={0,2}$/),
  v.check((text) => isVaried(Buffer.from(text))),
  v.description(
    `at least 32 letters, digits and \`-._~+/\`, with \`=\` at the end alone, at least ${minDifferent} of them different`,
  ),
)

/** The secret of our client as Keycloak generates it: a space in it is a typing mistake. */
export const keycloakClientSecret = v.pipe(
  v.string(),
  v.regex(/^[\x21-\x7E]{1,1000}$/),
  v.description('printable ASCII characters without spaces'),
)

/** A key of 256 bits. */
export const masterKey = v.pipe(
  v.string(),
  v.transform(parseMasterKey),
  v.custom<Uint8Array>((key) => key !== null),
  v.check(isVaried),
  v.description(`32 bytes in base64, at least ${minDifferent} of them different`),
)

/** Keys of 256 bits, all different. */
export const masterKeys = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((key) => key.trim())),
  v.check((keys) => new Set(keys).size === keys.length && keys.every(parseMasterKey)),
  v.transform((keys): readonly Uint8Array[] => keys.flatMap((key) => parseMasterKey(key) ?? [])),
  v.description('different keys of 32 bytes in base64, separated by commas'),
)

/** A moment (RFC 3339). */
export const moment = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/),
  v.check((text) => !Number.isNaN(Date.parse(text)) && isDay(text.slice(0, 10))),
  v.transform((text) => new Date(text)),
  v.description('a time with its zone, such as `2030-01-31T12:00:00Z`'),
)

function isVaried(bytes: Uint8Array): boolean {
  return new Set(bytes).size >= minDifferent
}

/** The date parser takes the 30th of February for the 2nd of March. */
function isDay(date: string): boolean {
  return new Date(date).toISOString().startsWith(date)
}
