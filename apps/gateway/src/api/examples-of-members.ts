/** What the OpenAPI document shows of the routes about members. */
import type * as v from 'valibot'
import type * as answers from './answers.ts'
import type * as requests from './requests-of-members.ts'

const grace: v.InferOutput<typeof answers.member> = {
  id: '9b1f0a2c5d6e4f708192a3b4c5d6e7f8',
  username: 'grace',
  email: 'grace@example.com',
  first_name: 'Grace',
  last_name: 'Hopper',
  tenant_id: 'analytical-engines',
  tenant_name: 'Analytical Engines Ltd',
  role: 'user',
  machine_role: 'operator',
  groups: ['ops'],
  email_verified: true,
  state: 'active',
  last_login_at: '2030-01-01T08:00:00.000Z',
}

const change: v.InferInput<typeof requests.changeMemberBody> = {
  role: 'user',
  machine_role: 'operator',
  groups: ['ops'],
}

const engines: v.InferOutput<typeof answers.organizationsAnswer>['items'][number] = {
  tenant_id: 'analytical-engines',
  tenant_name: 'Analytical Engines Ltd',
  status: 'active',
  created_at: '2030-01-01T08:00:00.000Z',
}

/** By the names of the operations. */
export const examples = {
  listMembers: { answer: { items: [grace], next_cursor: null } },
  readMember: { answer: grace },
  changeMember: { body: change, answer: grace },
  removeMember: { answer: { message: 'The member has been removed.' } },
  endMemberSessions: { answer: { message: 'The member is signed out everywhere.' } },
  deleteMe: {
    body: { current_password: 'lovelace-1843' },
    answer: { message: 'Your account has been deleted.' },
  },
  listOrganizations: { answer: { items: [engines], next_cursor: null } },
} as const
