import type { Operation } from '../operations/operation.ts'
import { limited } from '../operations/problem-lists.ts'
import * as requests from './requests.ts'

/** The operation for backends, by the name of its use case. */
export const introspectionOperations = {
  introspect: {
    method: 'post',
    path: '/api/auth/introspect',
    tag: 'backend',
    summary:
      'Tell a backend about a token (RFC 7662); not found while INTROSPECTION_SECRET is not set',
    since: '1.1.0',
    body: requests.introspectBody,
    form: true,
    bearer: 'secret',
    status: 200,
    answers: ['activeAnswer', 'inactiveAnswer'],
    problems: ['token_missing', 'token_invalid', 'not_found', ...limited],
  },
} as const satisfies Readonly<Record<string, Operation>>
