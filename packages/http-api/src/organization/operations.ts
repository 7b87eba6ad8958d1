import type { Operation } from '../operations/operation.ts'
import { limited, organization } from '../operations/problem-lists.ts'
import * as requests from './requests.ts'

/** The operations on an organization, by the names of their use cases. */
export const organizationOperations = {
  readOrganization: {
    method: 'get',
    path: '/api/auth/organization',
    ofTenant: true,
    tag: 'organization',
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
    ofTenant: true,
    tag: 'organization',
    summary: 'Change the settings of your organization',
    since: '1.1.0',
    body: requests.changeOrganizationBody,
    bearer: true,
    status: 200,
    answers: ['organizationAnswer'],
    problems: [...organization, 'recent_login_required', ...limited],
  },
  closeOrganization: {
    method: 'delete',
    path: '/api/auth/organization',
    ofTenant: true,
    tag: 'organization',
    summary: 'Close your organization, which is removed seven days later',
    since: '1.1.0',
    body: requests.closeOrganizationBody,
    bearer: true,
    status: 200,
    answers: ['organizationClosedAnswer'],
    problems: [...organization, 'recent_login_required', ...limited],
  },
  reopenOrganization: {
    method: 'post',
    path: '/api/auth/reopen-organization',
    tag: 'organization',
    summary: 'Take an organization back that was closed',
    since: '1.1.0',
    body: requests.reopenOrganizationBody,
    status: 200,
    answers: ['messageAnswer'],
    problems: ['verification_token_invalid', ...limited],
  },
} as const satisfies Readonly<Record<string, Operation>>
