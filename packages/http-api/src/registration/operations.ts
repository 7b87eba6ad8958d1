import type { Operation } from '../operations/operation.ts'
import { bearer, limited } from '../operations/problem-lists.ts'
import * as requests from './requests.ts'

/** The operations that make an account and confirm its address, by the names of their use cases. */
export const registrationOperations = {
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
      'token_stale',
      'forbidden',
      'already_member',
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
    problems: [...bearer, 'session_ended', 'token_stale', ...limited],
  },
} as const satisfies Readonly<Record<string, Operation>>
