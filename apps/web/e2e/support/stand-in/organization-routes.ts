import type { Member } from '../../../src/api/organization-wire.ts'
import type { Handler } from './account-routes.ts'
import { good, pageOf, problem } from './answer.ts'
import { invitation, minutesAgo, type State } from './state.ts'

/** A login is recent for so long, in seconds. */
const recentSeconds = 600

const isAdministrator = ({ role, state }: Member) => role !== 'user' && state === 'active'

/** Whether this is the only administrator of the organization. */
function isLast({ members }: State, id: string): boolean {
  const others = members.filter((each) => isAdministrator(each) && each.id !== id)
  return others.length === 0 && members.some((each) => isAdministrator(each) && each.id === id)
}

const isRecent = ({ authTime }: State) => Date.now() / 1000 - authTime < recentSeconds

/** The routes of administrators. */
export const organizationRoutes: Readonly<Record<string, Handler>> = {
  'GET /organization': (state) => good(state.organization),
  'PATCH /organization': (state, { body }) => {
    const { name, ...rules } = body
    const isLowered = rules.otp_enabled === false && state.organization.otp_enabled
    if (isLowered && !isRecent(state)) return problem('recent_login_required')
    const tenant_name = typeof name === 'string' ? name : state.organization.tenant_name
    state.organization = { ...state.organization, ...rules, tenant_name }
    state.me = { ...state.me, tenant_name }
    return good(state.organization)
  },
  'DELETE /organization': (state, { body }) =>
    body.confirm === state.organization.tenant_name
      ? good({ closes_at: minutesAgo(-7 * 24 * 60) })
      : problem('validation_failed'),

  'GET /organization/members': ({ members }, { query }) => {
    const search = query.get('search')?.toLowerCase() ?? ''
    const state = query.get('state')
    const role = query.get('role')
    const found = members.filter(
      (each) =>
        (!state || each.state === state) &&
        (!role || each.role === role) &&
        [each.username, each.email, each.first_name, each.last_name]
          .join(' ')
          .toLowerCase()
          .includes(search),
    )
    return pageOf(found, query)
  },
  'PATCH /organization/members/{id}': (state, { id, body }) => {
    const old = state.members.find((each) => each.id === id)
    if (!old) return problem('not_found')
    const takesRole = body.role === 'user' || body.disabled === true
    if (takesRole && isLast(state, id)) return problem('last_administrator')
    const isRaised = body.role === 'company_admin' && old.role === 'user'
    if (isRaised && !isRecent(state)) return problem('recent_login_required')
    const { disabled, ...fields } = body
    const fresh: Member = {
      ...old,
      ...fields,
      ...(disabled !== undefined && { state: disabled === true ? 'disabled' : 'active' }),
    }
    state.members = state.members.map((each) => (each.id === id ? fresh : each))
    return good(fresh)
  },
  'DELETE /organization/members/{id}': (state, { id }) => {
    if (isLast(state, id)) return problem('last_administrator')
    state.members = state.members.filter((each) => each.id !== id)
    return good()
  },
  'POST /organization/members/{id}/end-sessions': () => good(),

  'GET /organization/invitations': (state, { query }) => pageOf(state.invitations, query),
  'POST /organization/invitations': (state, { body }) => {
    const email = String(body.email)
    if (state.members.some((each) => each.email === email)) return problem('already_member')
    const fresh = invitation(email, { ...body, created_at: minutesAgo(0) })
    state.invitations = [...state.invitations, fresh]
    return good(fresh, 201)
  },
  'POST /organization/invitations/{id}/resend': () => good(),
  'DELETE /organization/invitations/{id}': (state, { id }) => {
    state.invitations = state.invitations.filter((each) => each.id !== id)
    return good()
  },

  'GET /audit': (state, { query, accepts }) => {
    const found = state.audit.filter(
      ({ kind, actor, account }) =>
        (!query.get('kind') || kind === query.get('kind')) &&
        (!query.get('actor') || actor?.id === query.get('actor')) &&
        (!query.get('account') || account?.id === query.get('account')),
    )
    if (accepts !== 'application/jsonl') return pageOf(found, query)
    return good(found.map((each) => JSON.stringify(each)).join('\n'))
  },
}
