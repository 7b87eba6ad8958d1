import type { Operation } from '../operations/operation.ts'
import { bearer, limited } from '../operations/problem-lists.ts'

const path = '/api/auth/kept-session'

/** The routes for browsers that keep a session; see `keptCookie`. */
export const keptOperations = {
  keepSession: {
    method: 'post',
    path,
    tag: 'kept',
    keptCookie: true,
    summary: 'Keep the session in this browser until it ends',
    since: '1.1.0',
    bearer: true,
    status: 200,
    answers: ['messageAnswer'],
    problems: [
      ...bearer,
      'session_ended',
      'token_stale',
      'forbidden',
      'origin_not_allowed',
      ...limited,
    ],
  },
  resumeSession: {
    method: 'post',
    path: `${path}/resume`,
    tag: 'kept',
    keptCookie: true,
    summary: 'Take up the session that this browser keeps',
    since: '1.1.0',
    status: 200,
    answers: ['refreshedAnswer'],
    problems: ['session_ended', 'origin_not_allowed', ...limited],
  },
  forgetSession: {
    method: 'delete',
    path,
    tag: 'kept',
    keptCookie: true,
    summary: 'End the session that this browser keeps',
    since: '1.1.0',
    status: 200,
    answers: ['messageAnswer'],
    problems: ['origin_not_allowed', ...limited],
  },
} as const satisfies Readonly<Record<string, Operation>>
