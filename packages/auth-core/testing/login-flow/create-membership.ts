import type { Account, Membership } from '../../src/records/account.ts'
import type { Tenant } from '../../src/records/tenant.ts'

const createdAt = new Date('2030-01-01T00:00:00Z')

/** Ada's account in one tenant, for tests of pure functions. */
export function createMembership(
  tenantId: string,
  { otpEnabled = false }: { readonly otpEnabled?: boolean } = {},
): Membership {
  const tenant: Tenant = {
    id: tenantId,
    name: tenantId,
    status: 'active',
    reservation: `reservation of ${tenantId}`,
    reservedBy: '',
    otpEnabled,
    otpExemptClients: null,
    maxSessionSeconds: null,
    closesAt: null,
    createdAt,
  }
  const account: Account = {
    id: `ada at ${tenantId}`,
    tenantId,
    username: `ada-${tenantId}`,
    email: 'ada@example.com',
    emailCanonical: 'ada@example.com',
    emailVerified: true,
    pendingEmail: null,
    firstName: 'Ada',
    lastName: 'Lovelace',
    role: 'company_admin',
    machineRole: '',
    groups: [],
    apiKey: 'an api key',
    apiKeyLastUsedAt: null,
    credentialId: `credential of ada at ${tenantId}`,
    credentialVersion: 1,
    status: 'active',
    lastLoginAt: null,
    language: null,
    createdAt,
  }
  return { tenant, account }
}
