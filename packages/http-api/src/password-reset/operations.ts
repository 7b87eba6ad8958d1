import type { Operation } from '../operations/operation.ts'
import { limited } from '../operations/problem-lists.ts'
import * as requests from './requests.ts'

/** The routes for a new password by mail. */
export const resetOperations = {
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
  readReset: {
    method: 'post',
    path: '/api/auth/password-reset',
    summary: 'Tell which account a reset mail is about',
    since: '1.2.0',
    body: requests.readResetBody,
    status: 200,
    answers: ['resetAnswer'],
    problems: ['reset_token_invalid', ...limited],
  },
  resetPassword: {
    method: 'post',
    path: '/api/auth/reset-password',
    summary: 'Set a new password with the token from the mail',
    since: '1.2.0',
    body: requests.resetPasswordBody,
    status: 200,
    answers: ['messageAnswer'],
    problems: ['reset_token_invalid', 'credential_store_unavailable', ...limited],
  },
} as const satisfies Readonly<Record<string, Operation>>
