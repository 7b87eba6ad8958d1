import { authorize } from '../authorization/authorize.ts'
import type { Ports } from '../ports/ports.ts'
import type { AuditEntry } from '../records/audit.ts'
import type { FieldError, Invalid, Refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import {
  type AuditItem,
  type AuditQuery,
  brokenQueryRules,
  readableFilter,
  readItems,
} from './audit-query.ts'

/** A query for one page of the audit log. */
export interface ReadAuditQuery extends AuditQuery {
  /** `AuditRead.next` of the page before. */
  readonly cursor?: string | undefined
  /** The largest number of entries in the page, 1 to 200; 50 unless given. */
  readonly limit?: number | undefined
}

/** A page of the audit log, the newest entries first. */
export interface AuditRead {
  /** The kind of this outcome. */
  readonly kind: 'audit'
  /** The entries. */
  readonly items: readonly AuditItem[]
  /** The cursor of the next page; `null` when there is none. */
  readonly next: string | null
}

const defaultLimit = 50
const maxLimit = 200

/**
 * Reads a page of the audit log of the caller's organization (`GET /api/auth/audit`). A `super_admin` may
 * read that of another organization, or of all when the query names none.
 *
 * Invalid: a limit, cursor or moment that is malformed. Refusals: those of {@link authorize}.
 */
export function readAudit(
  ports: Ports,
  settings: AuthSettings,
  query: ReadAuditQuery,
): Promise<AuditRead | Invalid | Refused> {
  return authorize<AuditRead | Invalid>(ports, settings, {
    ...query,
    action: 'readAudit',
    async work(tx, by) {
      const { limit = defaultLimit, cursor } = query
      const after = cursor === undefined ? undefined : placeOf(cursor)
      const errors = [...brokenQueryRules(query), ...brokenPageRules(limit, after)]
      if (errors.length > 0) return { kind: 'invalid', errors }
      const place = after ?? undefined
      // One more tells whether there is a next page.
      const filter = readableFilter('readAudit', query, by)
      const found = await readItems(tx, { ...filter, after: place, limit: limit + 1 })
      const items = found.slice(0, limit)
      const last = items.at(-1)
      const next = last && found.length > limit ? cursorOf(last.entry) : null
      return { kind: 'audit', items, next }
    },
  })
}

type AuditPosition = Pick<AuditEntry, 'at' | 'seq'>

function brokenPageRules(
  limit: number,
  after: AuditPosition | null | undefined,
): readonly FieldError[] {
  const isLimit = Number.isInteger(limit) && limit >= 1 && limit <= maxLimit
  const errors: FieldError[] = []
  if (!isLimit) errors.push({ field: 'limit', rule: 'range', message: 'From 1 to 200.' })
  if (after === null) {
    errors.push({ field: 'cursor', rule: 'format', message: 'Not a cursor of this list.' })
  }
  return errors
}

function cursorOf({ at, seq }: AuditPosition): string {
  return `${at.getTime()}.${seq}`
}

function placeOf(cursor: string): AuditPosition | null {
  const [, at, seq] = /^(-?[0-9]{1,15})\.([0-9]{1,15})$/.exec(cursor) ?? []
  return at === undefined ? null : { at: new Date(Number(at)), seq: Number(seq) }
}
