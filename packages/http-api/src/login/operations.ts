import type { Operation } from '../operations/operation.ts'
import { limited, login } from '../operations/problem-lists.ts'
import * as requests from './requests.ts'

/** The operations of a login, by the names of their use cases. */
export const loginOperations = {
  logIn: {
    method: 'post',
    path: '/api/auth/login',
    summary: 'Log in with email and password',
    since: '1.1.0',
    body: requests.loginBody,
    status: 200,
    answers: ['tokenAnswer', 'otpAnswer', 'tenantSelectionAnswer'],
    problems: ['invalid_credentials', 'credential_store_unavailable', ...login],
  },
  listTenants: {
    method: 'post',
    path: '/api/auth/tenants',
    summary: 'List the tenants that a session token offers',
    since: '1.2.0',
    body: requests.listTenantsBody,
    status: 200,
    answers: ['tenantsAnswer'],
    problems: ['session_token_invalid', ...limited],
  },
  selectTenant: {
    method: 'post',
    path: '/api/auth/select-tenant',
    summary: 'Enter one of the offered tenants, or switch to another',
    since: '1.1.0',
    body: requests.selectTenantBody,
    status: 200,
    answers: ['tokenAnswer', 'otpReminder'],
    problems: ['session_token_invalid', 'tenant_not_offered', ...login],
  },
  verifyOtp: {
    method: 'post',
    path: '/api/auth/verify-otp',
    summary: 'Finish a login with the code from the mail',
    since: '1.1.0',
    body: requests.verifyOtpBody,
    status: 200,
    answers: ['tokenAnswer'],
    problems: ['otp_invalid', ...limited],
  },
  resendOtp: {
    method: 'post',
    path: '/api/auth/resend-otp',
    summary: 'Send the code again',
    since: '1.1.0',
    body: requests.resendOtpBody,
    status: 200,
    answers: ['otpReminder'],
    problems: ['session_token_invalid', 'otp_invalid', ...login],
  },
} as const satisfies Readonly<Record<string, Operation>>
