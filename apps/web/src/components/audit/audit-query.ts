import type { CallResult } from '../../api/call.ts'
import type { AuditQuery } from '../../api/organization-service.ts'
import type { PeopleRoutes } from '../people/load-people.ts'
import { endOf, startOf } from './days.ts'

/** The conditions for entries; an empty text is no condition. Days are written as `2026-11-22`. */
export interface AuditFilter {
  /** A username. */
  readonly person: string
  /** Whether the person is the account concerned, or the one who acted on others. */
  readonly part: 'account' | 'actor'
  /** A kind of entry. */
  readonly kind: string
  /** The first day. */
  readonly from: string
  /** The last day. */
  readonly to: string
}

/** No conditions. */
export const noFilter: AuditFilter = { person: '', part: 'account', kind: '', from: '', to: '' }

/** The number of people that are searched for a username. */
const pageSize = '200'
const maxPages = 20

/**
 * The query for the service, which knows people by their ids. The value is `null` when no account has the
 * username.
 */
export async function queryOf(
  { listMembers }: Pick<PeopleRoutes, 'listMembers'>,
  { person, part, kind, from, to }: AuditFilter,
): Promise<CallResult<AuditQuery | null>> {
  const [start, end] = [startOf(from), endOf(to)]
  const query: AuditQuery = { kind, ...(start && { from: start }), ...(end && { to: end }) }
  const username = person.trim().toLowerCase()
  if (username === '') return { ok: true, value: query }
  let cursor: string | undefined
  for (let pages = 0; pages < maxPages; pages += 1) {
    const answer = await listMembers({
      search: username,
      limit: pageSize,
      ...(cursor && { cursor }),
    })
    if (!answer.ok) return answer
    const found = answer.value.items.find((member) => member.username === username)
    if (found) return { ok: true, value: { ...query, [part]: found.id } }
    if (answer.value.next_cursor === null) break
    cursor = answer.value.next_cursor
  }
  return { ok: true, value: null }
}
