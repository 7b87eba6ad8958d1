import type { Operation } from '../operations/operation.ts'
import { limited, organization } from '../operations/problem-lists.ts'
import * as requests from './requests.ts'

/** The operation on the audit log, by the name of its use case. */
export const auditOperations = {
  readAudit: {
    method: 'get',
    path: '/api/auth/audit',
    ofTenant: true,
    tag: 'audit',
    summary: 'Read who did what in your organization',
    since: '1.1.0',
    query: requests.readAuditQuery,
    bearer: true,
    status: 200,
    answers: ['auditAnswer'],
    lines: 'auditItem',
    problems: [...organization, ...limited],
  },
} as const satisfies Readonly<Record<string, Operation>>
