import type { Session } from '../../src/records/session.ts'

/** A session of Ada at acme that has not ended, for tests of pure functions. */
export function createSession(): Session {
  const issuedAt = new Date('2030-01-01T00:00:00Z')
  return {
    id: 'session of ada',
    loginId: 'login of ada',
    accountId: 'ada at acme',
    tenantId: 'acme',
    client: 'ui',
    authTime: issuedAt,
    issuedAt,
    expiresAt: new Date('2030-01-02T00:00:00Z'),
    network: '192.0.2.1',
    userAgent: 'a browser',
    createdAt: issuedAt,
    lastSeenAt: issuedAt,
    endedAt: null,
  }
}
