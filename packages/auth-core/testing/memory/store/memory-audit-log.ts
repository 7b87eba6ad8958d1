import type { AuditLog } from '../../../src/ports/index.ts'
import { copyOf } from '../copy-of.ts'
import type { StateOfTransaction } from './memory-state.ts'

/** The audit log of one transaction. */
export function memoryAuditLog(state: StateOfTransaction): AuditLog {
  return {
    async record(event) {
      state().auditLog.push(copyOf(event))
    },

    async list({ accountId, limit }) {
      const events = state().auditLog.filter(
        (event) => accountId === undefined || event.accountId === accountId,
      )
      // Of two events of one moment the one recorded later is the newer.
      const newestFirst = events.toReversed().sort((one, other) => +other.at - +one.at)
      return copyOf(newestFirst.slice(0, limit))
    },
  }
}
