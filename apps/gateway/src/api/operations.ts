/** The auth API as one table: routing, validation and the OpenAPI document all read it. */
import type { Auth, Requester } from '@gatehouse/auth-core'
import type { Feature } from '@gatehouse/settings'
import type * as v from 'valibot'
import type { ProblemCode } from '../problems/problems.ts'
import type * as answers from './answers.ts'
import * as requests from './requests.ts'

/** The core's use cases by name: all that is asked with a command that says who asks. */
export type UseCase = {
  readonly [Name in keyof Auth]: Parameters<Auth[Name]> extends [{ readonly from: Requester }]
    ? Name
    : never
}[keyof Auth]

/** Those that browsers are sent through: their routes redirect, and take no body. */
type RedirectingUseCase = 'startOidcLogin' | 'finishOidcLogin'

/** One route of the auth API. */
export interface Operation extends Feature {
  /** One of the methods that its path takes. */
  readonly method: 'get' | 'post' | 'patch'
  /** The whole path, without a query. */
  readonly path: `/api/auth/${string}`
  /** One sentence for the OpenAPI document. */
  readonly summary: string
  /** What the body must be; without it a body is not looked at. */
  readonly body?: v.GenericSchema
  /** Whether it needs `Authorization: Bearer`, or takes it for a proof among others. */
  readonly bearer?: true | 'optional'
  /** The status of a good answer. */
  readonly status: 200 | 201
  /** The shapes of a good answer. */
  readonly answers: readonly (keyof typeof answers)[]
  /** The problems it can answer with, beside those that every route has. */
  readonly problems: readonly ProblemCode[]
}

const limited = ['rate_limited'] as const
const login = ['rate_limited', 'mail_unavailable'] as const
const bearer = ['token_missing', 'token_invalid', 'token_expired'] as const
const organization = [...bearer, 'session_ended', 'token_stale', 'forbidden'] as const

/** Every operation by the name of its use case; the compiler asks for one that has none. */
export const operations = {
  signUp: {
    method: 'post',
    path: '/api/auth/signup',
    summary: 'Make an organization and its first user',
    since: '1.1.0',
    body: requests.signUpBody,
    status: 201,
    answers: ['signedUpAnswer'],
    problems: [
      'sign_up_closed',
      'username_taken',
      'organization_taken',
      'credential_store_unavailable',
      'overloaded',
      ...limited,
    ],
  },
  verifyEmail: {
    method: 'post',
    path: '/api/auth/verify-email',
    summary: 'Confirm an email address',
    since: '1.1.0',
    body: requests.verifyEmailBody,
    bearer: 'optional',
    status: 200,
    answers: ['messageAnswer'],
    problems: [
      'verification_token_invalid',
      'invalid_credentials',
      'token_invalid',
      'token_expired',
      'session_ended',
      'forbidden',
      'credential_store_unavailable',
      ...limited,
    ],
  },
  readVerification: {
    method: 'post',
    path: '/api/auth/verification',
    summary: 'Tell which account a verification mail is about',
    since: '1.1.0',
    body: requests.readVerificationBody,
    status: 200,
    answers: ['verificationAnswer'],
    problems: ['verification_token_invalid', ...limited],
  },
  resendVerification: {
    method: 'post',
    path: '/api/auth/resend-verification',
    summary: 'Send the verification mail again',
    since: '1.1.0',
    bearer: true,
    status: 200,
    answers: ['verificationResentAnswer'],
    problems: [...bearer, 'session_ended', ...limited],
  },
  logIn: {
    method: 'post',
    path: '/api/auth/login',
    summary: 'Log in with email and password',
    since: '1.1.0',
    body: requests.loginBody,
    status: 200,
    answers: ['tokenAnswer', 'otpAnswer', 'tenantSelectionAnswer'],
    problems: ['invalid_credentials', 'credential_store_unavailable', 'overloaded', ...login],
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
  refresh: {
    method: 'post',
    path: '/api/auth/refresh',
    summary: 'Renew an access token',
    since: '1.1.0',
    body: requests.refreshBody,
    status: 200,
    answers: ['refreshedAnswer'],
    problems: ['token_invalid', 'token_expired', 'session_ended', ...limited],
  },
  logOut: {
    method: 'post',
    path: '/api/auth/logout',
    summary: 'End a session',
    since: '1.1.0',
    bearer: true,
    status: 200,
    answers: ['messageAnswer'],
    problems: [...bearer, ...limited],
  },
  forgotPassword: {
    method: 'post',
    path: '/api/auth/forgot-password',
    summary: 'Ask for a reset mail',
    since: '1.2.0',
    body: requests.forgotPasswordBody,
    status: 200,
    answers: ['messageAnswer'],
    problems: limited,
  },
  resetPassword: {
    method: 'post',
    path: '/api/auth/reset-password',
    summary: 'Set a new password with the token from the mail',
    since: '1.2.0',
    body: requests.resetPasswordBody,
    status: 200,
    answers: ['messageAnswer'],
    problems: ['reset_token_invalid', 'credential_store_unavailable', 'overloaded', ...limited],
  },
  readOrganization: {
    method: 'get',
    path: '/api/auth/organization',
    summary: 'Read the settings of your organization',
    since: '1.1.0',
    bearer: true,
    status: 200,
    answers: ['organizationAnswer'],
    problems: [...organization, ...limited],
  },
  changeOrganization: {
    method: 'patch',
    path: '/api/auth/organization',
    summary: 'Change the settings of your organization',
    since: '1.1.0',
    body: requests.changeOrganizationBody,
    bearer: true,
    status: 200,
    answers: ['organizationAnswer'],
    problems: [...organization, 'recent_login_required', ...limited],
  },
} as const satisfies Readonly<Record<Exclude<UseCase, RedirectingUseCase>, Operation>>

/** The use cases that have an operation. */
export type OperationName = keyof typeof operations
