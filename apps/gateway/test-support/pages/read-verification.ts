import type { Auth, Membership } from '@gatehouse/auth-core'

const createdAt = new Date('2030-01-01T00:00:00Z')

const ada: Membership = {
  tenant: {
    id: 'engines',
    name: 'Analytical Engines',
    status: 'active',
    reservation: '',
    reservedBy: '',
    otpEnabled: false,
    otpExemptClients: null,
    maxSessionSeconds: null,
    closesAt: null,
    createdAt,
  },
  account: {
    id: 'u-1',
    tenantId: 'engines',
    username: 'ada',
    email: 'ada@example.com',
    emailCanonical: 'ada@example.com',
    emailVerified: false,
    pendingEmail: null,
    firstName: 'Ada',
    lastName: 'Lovelace',
    role: 'company_admin',
    machineRole: '',
    groups: [],
    apiKey: '',
    apiKeyLastUsedAt: null,
    credentialId: '',
    credentialVersion: 1,
    status: 'active',
    lastLoginAt: null,
    language: null,
    createdAt,
  },
}

/** Says of any link that it confirms the address of Ada, of Analytical Engines. */
export const readVerification: Auth['readVerification'] = async () => ({
  kind: 'verification',
  purpose: 'verify_email',
  email: 'ada@example.com',
  ...ada,
})

/** Says of any link that it sets her password. */
export const readReset: Auth['readReset'] = async () => ({ kind: 'reset', ...ada })
