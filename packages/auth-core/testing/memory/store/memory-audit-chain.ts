import type { AuditChain } from '../../../src/ports/index.ts'
import { copyOf } from '../copy-of.ts'
import type { AuditRow, StateOfTransaction } from './memory-state.ts'

/** The chain of the audit log, of one transaction. */
export function memoryAuditChain(state: StateOfTransaction): AuditChain {
  const rows = () => [...state().auditLog.values()]
  const waiting = () => rows().filter(({ link }) => link === null)
  return {
    async findSeal() {
      const seal = state().auditSeal.get('seal')
      return seal && copyOf(seal)
    },

    async putSeal(seal) {
      state().auditSeal.set('seal', copyOf(seal))
    },

    async listWaiting(limit) {
      const bySeq = waiting().map(({ entry }) => entry)
      return copyOf(bySeq.toSorted((one, other) => one.seq - other.seq).slice(0, limit))
    },

    async countWaiting() {
      return waiting().length
    },

    async link(links) {
      const { auditLog } = state()
      for (const link of links) {
        const row = auditLog.get(link.seq)
        if (row && !row.link) auditLog.set(link.seq, { ...row, link: copyOf(link) })
      }
    },

    async listChained(after, limit) {
      const chained = rows()
        .flatMap(chainedOf)
        .filter(({ position }) => position > after)
      return copyOf(chained.toSorted((one, other) => one.position - other.position).slice(0, limit))
    },

    async removeThrough(position) {
      const gone = rows()
        .flatMap(chainedOf)
        .filter((entry) => entry.position <= position)
      for (const { seq } of gone) state().auditLog.delete(seq)
      return gone.length
    },
  }
}

function chainedOf({ entry, link }: AuditRow) {
  return link ? [{ ...entry, ...link }] : []
}
