import type { CallResult } from '../../api/call.ts'
import type { MemberQuery } from '../../api/organization-service.ts'
import type { Invitation, Member } from '../../api/organization-wire.ts'
import type { ListAnswer } from '../../api/wire.ts'

/** The conditions for people to list. */
export interface PeopleFilter {
  /** Part of a name, a username or an address. */
  readonly text: string
  /** The state of the accounts. */
  readonly state: 'all' | 'active' | 'invited' | 'disabled'
  /** As on the wire, or any. */
  readonly role: 'any' | 'company_admin' | 'user'
}

/** A page of people, and the cursor of the next one. */
export interface PeoplePage {
  /** The open invitations. */
  readonly invitations: readonly Invitation[]
  /** The members. */
  readonly members: readonly Member[]
  /** The cursor for the next members; `null` when all are listed. */
  readonly cursor: string | null
}

/** The routes for loading people. */
export interface PeopleRoutes {
  /** A page of members. */
  readonly listMembers: (query: MemberQuery) => Promise<CallResult<ListAnswer<Member>>>
  /** A page of open invitations. */
  readonly listInvitations: (cursor?: string) => Promise<CallResult<ListAnswer<Invitation>>>
}

/** Everyone, whatever their state and role. */
export const everyone: PeopleFilter = { text: '', state: 'all', role: 'any' }

const pageSize = '50'

/** The largest number of pages of invitations, since they are searched in the browser. */
const maxPages = 20

/**
 * Loads people. Open invitations are on the first page, if the state includes them.
 *
 * @param cursor The cursor of the page before; `undefined` for the first page.
 */
export async function loadPeople(
  routes: PeopleRoutes,
  filter: PeopleFilter,
  cursor?: string,
): Promise<CallResult<PeoplePage>> {
  const wantsInvitations = cursor === undefined && ['all', 'invited'].includes(filter.state)
  const none: CallResult<readonly Invitation[]> = { ok: true, value: [] }
  const invitations = wantsInvitations ? await loadInvitations(routes, filter) : none
  if (!invitations.ok) return invitations
  if (filter.state === 'invited') {
    return { ok: true, value: { invitations: invitations.value, members: [], cursor: null } }
  }
  const members = await loadMembers(routes, filter, cursor)
  return members.ok
    ? { ok: true, value: { invitations: invitations.value, ...members.value } }
    : members
}

async function loadMembers(
  routes: PeopleRoutes,
  { text, state, role }: PeopleFilter,
  cursor?: string,
): Promise<CallResult<Pick<PeoplePage, 'members' | 'cursor'>>> {
  const answer = await routes.listMembers({
    search: text.trim(),
    ...(state !== 'all' && { state }),
    ...(role !== 'any' && { role }),
    ...(cursor !== undefined && { cursor }),
    limit: pageSize,
  })
  if (!answer.ok) return answer
  return { ok: true, value: { members: answer.value.items, cursor: answer.value.next_cursor } }
}

async function loadInvitations(
  routes: PeopleRoutes,
  { text, role }: PeopleFilter,
): Promise<CallResult<readonly Invitation[]>> {
  const found: Invitation[] = []
  let next: string | undefined
  for (let pages = 0; pages < maxPages; pages += 1) {
    const answer = await routes.listInvitations(next)
    if (!answer.ok) return answer
    found.push(...answer.value.items)
    if (answer.value.next_cursor === null) break
    next = answer.value.next_cursor
  }
  const wanted = text.trim().toLowerCase()
  const fits = (each: Invitation) =>
    each.email.toLowerCase().includes(wanted) && (role === 'any' || each.role === role)
  return { ok: true, value: found.filter(fits) }
}
