import { type Signal, signal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import type { ApiError, CallResult } from '../../api/call.ts'
import { type MemberQuery, organizationService } from '../../api/organization-service.ts'
import type { AuditEntry } from '../../api/organization-wire.ts'
import type { ListAnswer } from '../../api/wire.ts'
import { ask } from '../../session/session-store.ts'
import { type AuditFilter, noFilter, queryOf } from './audit-query.ts'

/** The entries on the page, and its actions. */
export interface Audit {
  /** The conditions in the form, not applied yet. */
  readonly wanted: Signal<AuditFilter>
  /** The conditions of the entries on the page. */
  readonly filter: Signal<AuditFilter>
  /** The entries; `undefined` before the first answer. */
  readonly entries: Signal<readonly AuditEntry[] | undefined>
  /** The cursor for older entries; `null` when all are shown. */
  readonly cursor: Signal<string | null>
  /** Why the last call failed, if it did. */
  readonly trouble: Signal<ApiError | undefined>
  /** Whether a call is under way. */
  readonly isBusy: Signal<boolean>
  /** The number of entries before older ones were added. */
  readonly before: Signal<number>
  /** Loads the newest matching entries. */
  show(filter: AuditFilter): void
  /** Loads the next older entries. */
  showOlder(): void
}

const pageSize = '50'

/** Loads the newest entries when the page appears. */
export function useAudit(): Audit {
  const audit = useMemo(createAudit, [])
  useEffect(() => audit.show(noFilter), [])
  return audit
}

const routes = {
  listMembers: (query: MemberQuery) =>
    ask((token) => organizationService.listMembers(token, query)),
}

/** The query for the service; see {@link queryOf}. */
export const askedWith = (filter: AuditFilter) => queryOf(routes, filter)

async function read(
  filter: AuditFilter,
  cursor?: string,
): Promise<CallResult<ListAnswer<AuditEntry>>> {
  const query = await askedWith(filter)
  if (!query.ok) return query
  const { value } = query
  if (!value) return { ok: true, value: { items: [], next_cursor: null } }
  const page = { ...value, limit: pageSize, ...(cursor && { cursor }) }
  return ask((token) => organizationService.readAudit(token, page))
}

function createAudit(): Audit {
  const filter = signal(noFilter)
  const entries = signal<readonly AuditEntry[] | undefined>(undefined)
  const cursor = signal<string | null>(null)
  const trouble = signal<ApiError | undefined>(undefined)
  const isBusy = signal(false)
  const before = signal(0)
  let newest = 0

  const load = async (wanted: AuditFilter, next?: string) => {
    newest += 1
    const mine = newest
    isBusy.value = true
    const answer = await read(wanted, next)
    // Another query may have been sent meanwhile.
    if (mine !== newest) return
    isBusy.value = false
    trouble.value = answer.ok ? undefined : answer.error
    if (!answer.ok) return
    const shown = next === undefined ? [] : (entries.peek() ?? [])
    filter.value = wanted
    before.value = shown.length
    entries.value = [...shown, ...answer.value.items]
    cursor.value = answer.value.next_cursor
  }
  return {
    wanted: signal(noFilter),
    filter,
    entries,
    cursor,
    trouble,
    isBusy,
    before,
    show: (wanted) => void load(wanted),
    showOlder: () => void load(filter.peek(), cursor.peek() ?? undefined),
  }
}
