import { type CallResult, call, download, withQuery } from './call.ts'
import type {
  AuditEntry,
  ClosingAnswer,
  Invitation,
  InvitationRequest,
  Member,
  MemberChange,
  Organization,
  OrganizationChange,
} from './organization-wire.ts'
import type { ListAnswer } from './wire.ts'

/** The conditions for members to list. */
export interface MemberQuery {
  /** Part of a name, a username or an address. */
  readonly search?: string
  /** `active`, `unconfirmed` or `disabled`; any unless given. */
  readonly state?: string
  /** A role as on the wire; any unless given. */
  readonly role?: string
  /** Of the page before; the first page unless given. */
  readonly cursor?: string
  /** The number of members on a page. */
  readonly limit?: string
}

/** The conditions for entries of the audit log. Moments are in RFC 3339. */
export interface AuditQuery {
  /** The earliest moment. */
  readonly from?: string
  /** The latest moment. */
  readonly to?: string
  /** One kind of entry; any unless given. */
  readonly kind?: string
  /** The id of the account that caused the entry for others. */
  readonly actor?: string
  /** The id of the account that the entry concerns. */
  readonly account?: string
  /** Of the page before; the newest entries unless given. */
  readonly cursor?: string
  /** The number of entries on a page. */
  readonly limit?: string
}

const root = '/api/auth/organization'
const members = `${root}/members`
const invitations = `${root}/invitations`

const get = <Value>(token: string, path: string): Promise<CallResult<Value>> =>
  call<Value>(path, { method: 'GET', token })

const memberOf = (id: string) => `${members}/${encodeURIComponent(id)}`
const invitationOf = (id: string) => `${invitations}/${encodeURIComponent(id)}`

/** The routes for administrators, each with an access token. They never reject. */
export const organizationService = {
  read: (token: string) => get<Organization>(token, root),
  change: (token: string, body: OrganizationChange) =>
    call<Organization>(root, { method: 'PATCH', body, token }),
  /** @param name The name that the person typed to confirm. */
  close: (token: string, name: string) =>
    call<ClosingAnswer | undefined>(root, { method: 'DELETE', body: { confirm: name }, token }),

  listMembers: (token: string, query: MemberQuery) =>
    get<ListAnswer<Member>>(token, withQuery(members, { ...query })),
  changeMember: (token: string, id: string, body: MemberChange) =>
    call<Member>(memberOf(id), { method: 'PATCH', body, token }),
  removeMember: (token: string, id: string) =>
    call<unknown>(memberOf(id), { method: 'DELETE', token }),
  endMemberSessions: (token: string, id: string) =>
    call<unknown>(`${memberOf(id)}/end-sessions`, { token }),

  listInvitations: (token: string, cursor?: string) =>
    get<ListAnswer<Invitation>>(token, withQuery(invitations, { cursor })),
  invite: (token: string, body: InvitationRequest) =>
    call<Invitation>(invitations, { body, token }),
  resendInvitation: (token: string, id: string) =>
    call<unknown>(`${invitationOf(id)}/resend`, { token }),
  revokeInvitation: (token: string, id: string) =>
    call<unknown>(invitationOf(id), { method: 'DELETE', token }),

  readAudit: (token: string, query: AuditQuery) =>
    get<ListAnswer<AuditEntry>>(token, withQuery('/api/auth/audit', { ...query })),
  exportAudit: (token: string, query: AuditQuery) =>
    download(withQuery('/api/auth/audit', { ...query }), token),
} as const
