import type { AccessClaims, Authenticated, Refused, SessionStatus } from '@gatehouse/auth-core'

/** The session that every token of these tests belongs to. */
export const sessionId = 's-1'

const hour = 3600 * 1000

/** The status of the session {@link sessionId}: it goes on for an hour. */
export const sessionStatus: SessionStatus = {
  validUntil: new Date(Date.now() + hour),
  allowed: true,
}

/**
 * Accepts tokens named after their `source`, with an account after a dot. `expired` has expired,
 * `unconfirmed` belongs to an account without access to machines, and all others are invalid.
 */
export function authenticate(token: string, at: Date): Authenticated | Refused {
  const [source = '', userId = 'u-1'] = token.split('.')
  if (source === 'expired') return { kind: 'refused', refusal: 'token_expired' }
  if (source === 'unconfirmed') return { kind: 'refused', refusal: 'account_unconfirmed' }
  if (source !== 'ui' && source !== 'cli' && source !== 'vscode') {
    return { kind: 'refused', refusal: 'token_invalid' }
  }
  const claims: AccessClaims = {
    userId,
    username: 'ada',
    email: 'ada@example.com',
    tenantId: 'acme',
    tenantName: 'Acme',
    role: 'user',
    machineRole: 'operator',
    groups: ['ops'],
    identityProviderId: 'kc-1',
    source,
    issuer: 'gatehouse',
    issuedAt: at,
    expiresAt: new Date(at.getTime() + hour),
    tokenId: 'jti',
    sessionId,
    authTime: at,
    emailVerified: null,
  }
  return { kind: 'valid', claims, validUntil: claims.expiresAt }
}
