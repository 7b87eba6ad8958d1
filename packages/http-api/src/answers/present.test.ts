import type { Account, Membership, Tenant, TokenHolder } from '@gatehouse/auth-core'
import { describe, expect, it } from '@jest/globals'
import * as v from 'valibot'
import type { operations } from '../operations/operations.ts'
import {
  messageAnswer,
  otpAnswer,
  otpReminder,
  tenantSelectionAnswer,
  tokenAnswer,
} from './answers.ts'
import { type Outcome, present } from './present.ts'

const tenant: Tenant = {
  id: 'engines',
  name: 'Analytical Engines',
  status: 'active',
  reservation: 'secret-reservation',
  reservedBy: 'replica-1',
  otpEnabled: true,
  otpExemptClients: null,
  maxSessionSeconds: null,
  closesAt: null,
  createdAt: new Date(0),
}

const account: Account = {
  id: 'u-1',
  tenantId: 'engines',
  username: 'ada',
  email: 'Ada@Example.com',
  emailCanonical: 'ada@example.com',
  emailVerified: true,
  pendingEmail: null,
  firstName: 'Ada',
  lastName: 'Lovelace',
  role: 'company_admin',
  machineRole: 'operator',
  groups: ['ops', 'night'],
  apiKey: 'key-1',
  apiKeyLastUsedAt: null,
  credentialId: 'secret-credential',
  credentialVersion: 42,
  status: 'active',
  lastLoginAt: null,
  language: null,
  createdAt: new Date(0),
}

const ada: Membership = { account, tenant }
const other: Membership = {
  account: { ...account, id: 'u-2', username: 'ada2', tenantId: 'navy' },
  tenant: { ...tenant, id: 'navy', name: 'Navy' },
}

const entries = [
  { tenant_id: 'engines', tenant_name: 'Analytical Engines', username: 'ada', user_id: 'u-1' },
  { tenant_id: 'navy', tenant_name: 'Navy', username: 'ada2', user_id: 'u-2' },
]

const at = (seconds: number) => new Date(seconds * 1000)

const holder: TokenHolder = {
  userId: 'u-1',
  username: 'ada',
  email: 'Ada@Example.com',
  tenantId: 'engines',
  tenantName: 'Analytical Engines',
  role: 'user',
  machineRole: 'operator',
  groups: ['ops'],
}

const message = expect.stringMatching(/^[A-Z].*\.$/)

const authenticated: Outcome = {
  kind: 'authenticated',
  user: ada,
  token: 't',
  expiresIn: 86_400,
  sessionToken: 's',
  offered: [ada, other],
}

const otpRequired: Outcome = {
  kind: 'otp_required',
  username: 'ada',
  minutes: 5,
  resendAfter: 30,
  sessionToken: 's',
  offered: [ada],
}

describe('the answer', () => {
  it('of a login that is through is scenario A', () => {
    expect(present(authenticated, 'logIn')).toEqual({
      token: 't',
      user: {
        id: 'u-1',
        username: 'ada',
        email: 'Ada@Example.com',
        first_name: 'Ada',
        last_name: 'Lovelace',
        tenant_id: 'engines',
        tenant_name: 'Analytical Engines',
        role: 'company_admin',
        machine_role: 'operator',
        groups: ['ops', 'night'],
        email_verified: true,
        api_key: 'key-1',
      },
      expires_in: 86_400,
      session_token: 's',
      available_tenants: entries,
    })
  })

  it('is the same from select-tenant and verify-otp', () => {
    const fromLogin = present(authenticated, 'logIn')
    expect(present(authenticated, 'selectTenant')).toEqual(fromLogin)
    expect(present(authenticated, 'verifyOtp')).toEqual(fromLogin)
  })

  it('of a login that needs a code is scenario B', () => {
    expect(present(otpRequired, 'logIn')).toEqual({
      message,
      requires_otp: true,
      username: 'ada',
      tenants: entries.slice(0, 1),
      session_token: 's',
      otp_expires_in_min: 5,
      resend_after: 30,
    })
  })

  it('of select-tenant and resend-otp leaves out what the caller has', () => {
    const code = { message, requires_otp: true, username: 'ada', otp_expires_in_min: 5 }
    const reminder = { ...code, resend_after: 30 }
    expect(present(otpRequired, 'selectTenant')).toEqual(reminder)
    const resent: Outcome = { kind: 'otp_resent', username: 'ada', minutes: 5, resendAfter: 30 }
    expect(present(resent, 'resendOtp')).toEqual(reminder)
  })

  it('of a login with a choice is scenario C', () => {
    const choice: Outcome = {
      kind: 'tenant_selection_required',
      sessionToken: 's',
      offered: [ada, other],
    }
    expect(present(choice, 'logIn')).toEqual({
      requires_tenant_selection: true,
      tenants: entries,
      session_token: 's',
    })
  })

  it('of a sign-up names who and where', () => {
    const signedUp: Outcome = {
      kind: 'signed_up',
      userId: 'u-1',
      username: 'ada',
      organization: 'Analytical Engines',
    }
    expect(present(signedUp, 'signUp')).toEqual({
      message,
      user_id: 'u-1',
      username: 'ada',
      organization: 'Analytical Engines',
    })
  })

  it('of a refresh is a token and its lifetime', () => {
    const refreshed: Outcome = { kind: 'refreshed', token: 't', expiresIn: 60 }
    expect(present(refreshed, 'refresh')).toEqual({ token: 't', expires_in: 60 })
  })

  it('of an organization is its settings', () => {
    expect(present({ kind: 'organization', tenant }, 'readOrganization')).toEqual({
      tenant_id: 'engines',
      tenant_name: 'Analytical Engines',
      otp_enabled: true,
      otp_exempt_clients: null,
      max_session_days: null,
    })
  })

  it('of a verification is whose address it confirms', () => {
    const email = 'ada.lovelace@example.com'
    const read: Outcome = { kind: 'verification', ...ada, purpose: 'change_email', email }
    expect(present(read, 'readVerification')).toEqual({
      purpose: 'change_email',
      organization: 'Analytical Engines',
      username: 'ada',
      email,
    })
  })

  it('of a reset is whose password it sets', () => {
    expect(present({ kind: 'reset', ...ada }, 'readReset')).toEqual({
      organization: 'Analytical Engines',
      username: 'ada',
      email: 'Ada@Example.com',
    })
  })

  it('of an API key that is good says whose it is, in the words of an access token', () => {
    const found: Outcome = {
      kind: 'token_active',
      holder,
      token: { type: 'api_key', id: 'k-1', name: 'CI', issuedAt: at(1.999), expiresAt: null },
    }
    const active = {
      active: true,
      token_type: 'api_key',
      sub: 'u-1',
      username: 'ada',
      email: 'Ada@Example.com',
      tenant_id: 'engines',
      tenant_name: 'Analytical Engines',
      role: 'user',
      machine_role: 'operator',
      groups: ['ops'],
      iat: 1,
      key_id: 'k-1',
      key_name: 'CI',
    }
    expect(present(found, 'introspect')).toEqual(active)
    const ending = { ...found, token: { ...found.token, expiresAt: at(9) } } as Outcome
    expect(present(ending, 'introspect')).toEqual({ ...active, exp: 9 })
  })

  it('of an access token that is good has its identifier, and of any other text nothing', () => {
    const token = { type: 'access_token', id: 't-1', issuedAt: at(1), expiresAt: at(9) } as const
    const body = present({ kind: 'token_active', holder, token }, 'introspect')
    expect(body).toMatchObject({ active: true, token_type: 'Bearer', iat: 1, exp: 9, jti: 't-1' })
    expect(body).not.toHaveProperty('key_id')
    expect(present({ kind: 'token_inactive' }, 'introspect')).toEqual({ active: false })
  })

  it('of a mail sent again says when to ask again', () => {
    const resent: Outcome = { kind: 'verification_resent', resendAfter: 60 }
    expect(present(resent, 'resendVerification')).toEqual({ message, resend_after: 60 })
  })

  const told: readonly [Outcome, keyof typeof operations][] = [
    [{ kind: 'email_verified', email: 'Ada@Example.com' }, 'verifyEmail'],
    [{ kind: 'logged_out' }, 'logOut'],
    [{ kind: 'reset_requested' }, 'forgotPassword'],
    [{ kind: 'password_reset' }, 'resetPassword'],
    [{ kind: 'password_changed' }, 'changePassword'],
    [{ kind: 'session_ended' }, 'endSession'],
    [{ kind: 'other_sessions_ended' }, 'endOtherSessions'],
    [{ kind: 'api_key_revoked' }, 'revokeApiKey'],
  ]

  it.each(told)('of %j is a message alone', (outcome, operation) => {
    expect(present(outcome, operation)).toEqual({ message })
  })

  it('T-43: of a logout claims no revocation', () => {
    expect(JSON.stringify(present({ kind: 'logged_out' }, 'logOut'))).not.toMatch(/revoke|invalid/i)
  })

  it('is of the one shape that its schema has', () => {
    const shapes = [tokenAnswer, otpAnswer, otpReminder, tenantSelectionAnswer, messageAnswer]
    const fitting = (body: unknown) => shapes.filter((shape) => v.is(shape, body))
    expect(fitting(present(authenticated, 'logIn'))).toEqual([tokenAnswer])
    expect(fitting(present(otpRequired, 'logIn'))).toEqual([otpAnswer])
    expect(fitting(present(otpRequired, 'selectTenant'))).toEqual([otpReminder])
    expect(fitting(present({ kind: 'logged_out' }, 'logOut'))).toEqual([messageAnswer])
  })

  it('never has what is ours alone', () => {
    const bodies = [authenticated, otpRequired].map((outcome) => present(outcome, 'logIn'))
    expect(JSON.stringify(bodies)).not.toMatch(/secret-|42|canonical|status/i)
  })
})
