import type { AccessClaims, Authenticated, Refused, SessionStatus } from '@gatehouse/auth-core'

/** The session that every token of these tests belongs to. */
export const sessionId = 's-1'

const hour = 3600 * 1000

/** That of {@link sessionId}: it goes on for an hour. */
export const sessionStatus: SessionStatus = {
  validUntil: new Date(Date.now() + hour),
  allowed: true,
}

/**
 * Knows tokens that are called after their `source`, with an account behind a dot; `expired` has
 * expired, `unconfirmed` is of an account that reaches no machines, and others are no tokens.
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
