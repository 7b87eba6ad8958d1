import type { Operation } from '../operations/operation.ts'
import { limited, organization } from '../operations/problem-lists.ts'
import * as requests from './requests.ts'

const problems = [...organization, ...limited] as const

const password = ['invalid_credentials', 'credential_store_unavailable'] as const

const shared = { tag: 'me', since: '1.1.0', bearer: true, status: 200 } as const

/** The operations on one's own account, by the names of their use cases. */
export const meOperations = {
  readMe: {
    ...shared,
    method: 'get',
    path: '/api/auth/me',
    summary: 'Read your account',
    answers: ['meAnswer'],
    problems,
  },
  changeMe: {
    ...shared,
    method: 'patch',
    path: '/api/auth/me',
    summary: 'Change your names',
    body: requests.changeMeBody,
    answers: ['meAnswer'],
    problems: [...problems, 'invalid_credentials', 'credential_store_unavailable'],
  },
  changePassword: {
    ...shared,
    method: 'post',
    path: '/api/auth/change-password',
    summary: 'Change your password, and end all other sessions',
    body: requests.changePasswordBody,
    answers: ['messageAnswer'],
    problems: [...problems, ...password],
  },
  changeEmail: {
    ...shared,
    method: 'post',
    path: '/api/auth/change-email',
    summary: 'Ask for another email address',
    body: requests.changeEmailBody,
    answers: ['emailChangeAnswer'],
    problems: [...problems, ...password, 'already_member'],
  },
  listSessions: {
    ...shared,
    method: 'get',
    path: '/api/auth/sessions',
    summary: 'List your sessions',
    answers: ['sessionsAnswer'],
    problems,
  },
  endOtherSessions: {
    ...shared,
    method: 'delete',
    path: '/api/auth/sessions',
    summary: 'End all your sessions but this one',
    answers: ['messageAnswer'],
    problems,
  },
  endSession: {
    ...shared,
    method: 'delete',
    path: '/api/auth/sessions/{id}',
    summary: 'End one of your sessions',
    answers: ['messageAnswer'],
    problems: [...problems, 'not_found'],
  },
  listApiKeys: {
    ...shared,
    method: 'get',
    path: '/api/auth/api-keys',
    summary: 'List your API keys',
    answers: ['apiKeysAnswer'],
    problems,
  },
  createApiKey: {
    ...shared,
    method: 'post',
    path: '/api/auth/api-keys',
    summary: 'Make an API key',
    body: requests.createApiKeyBody,
    status: 201,
    answers: ['apiKeyAnswer'],
    problems,
  },
  rotateApiKey: {
    ...shared,
    method: 'post',
    path: '/api/auth/api-keys/{id}/rotate',
    summary: 'Replace an API key',
    body: requests.rotateApiKeyBody,
    answers: ['apiKeyAnswer'],
    problems: [...problems, 'not_found'],
  },
  revokeApiKey: {
    ...shared,
    method: 'delete',
    path: '/api/auth/api-keys/{id}',
    summary: 'Revoke an API key',
    answers: ['messageAnswer'],
    problems: [...problems, 'not_found'],
  },
} as const satisfies Readonly<Record<string, Operation>>
