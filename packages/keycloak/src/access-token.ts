import { fault } from './failure.ts'

/** What we read of an access token. It came straight from its issuer, so nothing is verified. */
export interface TokenClaims {
  /** The id of the user. */
  readonly sub: string
  /** Each by its whole path. */
  readonly groups: readonly string[]
  /** By the issuer's clock. */
  readonly issuedAt: Date
}

/** @throws {PortError} `corrupt` when it is not a token of a client of ours. */
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
    // The text of a syntax error quotes the token.
    throw fault('corrupt', 'Keycloak issued a token that is no JWT')
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}
