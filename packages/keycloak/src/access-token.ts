import { fault } from './failure.ts'

/** The claims that we read from an access token. It comes straight from its issuer, so it is not verified. */
export interface TokenClaims {
  /** The id of the user. */
  readonly sub: string
  /** The groups of the user, each with its whole path. */
  readonly groups: readonly string[]
  /** When it was issued, by the issuer's clock. */
  readonly issuedAt: Date
}

/** @throws {PortError} `corrupt` when it is not a token for one of our clients. */
export function readAccessToken(token: string): TokenClaims {
  const { sub, groups = [], iat } = payloadOf(token)
  if (typeof sub === 'string' && typeof iat === 'number' && isTexts(groups)) {
    return { sub, groups, issuedAt: new Date(iat * 1000) }
  }
  throw fault('corrupt', 'Keycloak issued a token without the claims of our client')
}

function payloadOf(token: string): Record<string, unknown> {
  try {
    const json = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
    return { ...(JSON.parse(json) as object) }
  } catch {
    // The message of a syntax error would quote the token.
    throw fault('corrupt', 'Keycloak issued a token that is no JWT')
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}
