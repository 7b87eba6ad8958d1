import type { AuditEntry, AuditFilter, AuditLog } from '../../../src/ports/index.ts'
import { copyOf } from '../copy-of.ts'
import type { StateOfTransaction } from './memory-state.ts'

/** The audit log of one transaction. */
export function memoryAuditLog(state: StateOfTransaction): AuditLog {
  return {
    async record(event) {
      const { auditLog, recorded } = state()
      const seq = (recorded.get('events') ?? 0) + 1
      recorded.set('events', seq)
      auditLog.set(seq, { entry: copyOf({ ...event, seq }), link: null })
    },

    async list(filter) {
      const entries = Array.from(state().auditLog.values(), ({ entry }) => entry)
      const found = entries.filter((entry) => isListed(entry, filter)).toSorted(newestFirst)
      return copyOf(found.slice(0, filter.limit))
    },
  }
}

function newestFirst(one: AuditEntry, other: AuditEntry): number {
  return +other.at - +one.at || other.seq - one.seq
}

function isListed(
  entry: AuditEntry,
  { from, to, after, limit: _, ...equal }: AuditFilter,
): boolean {
  const { tenantId, accountId, actorId, kind } = equal
  if (tenantId !== undefined && entry.tenantId !== tenantId) return false
  if (accountId !== undefined && entry.accountId !== accountId) return false
  if (actorId !== undefined && entry.actorId !== actorId) return false
  if (kind !== undefined && entry.kind !== kind) return false
  if (from !== undefined && entry.at < from) return false
  if (to !== undefined && entry.at >= to) return false
  return (
    after === undefined ||
    +entry.at < +after.at ||
    (+entry.at === +after.at && entry.seq < after.seq)
  )
}
