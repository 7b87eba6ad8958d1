import type { Operation } from '../operations/operation.ts'
import { bearer, limited } from '../operations/problem-lists.ts'
import * as requests from './requests.ts'

/** The operations that renew and end a session, by the names of their use cases. */
export const sessionOperations = {
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
} as const satisfies Readonly<Record<string, Operation>>
