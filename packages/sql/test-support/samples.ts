import type { Account, Session, Tenant } from '@gatehouse/auth-core/ports'

/** The moment of the samples. */
export const now = new Date('2030-01-01T00:00:00.123Z')

/** A tenant. */
export const tenant: Tenant = {
  id: 'acme',
  name: 'Acme',
  status: 'active',
  reservation: 'reservation-1',
  reservedBy: 'replica-1',
  otpEnabled: true,
  otpExemptClients: null,
  maxSessionSeconds: null,
  closesAt: null,
  createdAt: now,
}

/** An account of {@link tenant}. */
export const account: Account = {
  id: 'account-1',
  tenantId: tenant.id,
  username: 'ada',
  email: 'Ada@example.org',
  emailCanonical: 'ada@example.org',
  emailVerified: true,
  pendingEmail: null,
  firstName: 'Ada',
  lastName: 'Lovelace',
  role: 'company_admin',
  machineRole: '',
  groups: ['administrators'],
  apiKey: 'plain-api-key',
  apiKeyLastUsedAt: null,
  credentialId: 'credential-1',
  credentialVersion: 1,
  status: 'active',
  lastLoginAt: null,
  language: null,
  createdAt: now,
}

/** A session of {@link account}. */
export const session: Session = {
  id: 'session-1',
  loginId: 'login-1',
  accountId: account.id,
  tenantId: tenant.id,
  client: 'ui',
  authTime: now,
  issuedAt: now,
  expiresAt: new Date('2030-01-02T00:00:00Z'),
  network: '192.0.2.1',
  userAgent: 'a browser',
  createdAt: now,
  lastSeenAt: now,
  endedAt: null,
}
