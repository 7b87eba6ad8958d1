import {
  type LeasedId,
  type Outbox,
  type OutboxEntry,
  type OutboxHorizon,
  outboxHorizon,
} from '../../../src/ports/index.ts'
import { copyOf } from '../copy-of.ts'
import type { OutboxRow, StateOfTransaction } from './memory-state.ts'
import { insertRow, oldestFirst, removeRows } from './rows.ts'

/** The outbox of one transaction. Nothing is encrypted, because nothing is stored on disk. */
export function memoryOutbox(state: StateOfTransaction): Outbox {
  const waiting = () => [...state().outbox.values()].filter(({ settledAt }) => settledAt === null)
  const replace = (row: OutboxRow) => state().outbox.set(row.entry.id, copyOf(row))
  const changeLeased = ({ id, leaseUntil }: LeasedId, to: (row: OutboxRow) => OutboxRow) => {
    const row = state().outbox.get(id)
    const isLeased = row?.leasedUntil?.getTime() === leaseUntil.getTime()
    if (row?.settledAt !== null || !isLeased) return false
    replace(to(row))
    return true
  }

  return {
    async add(entry) {
      const row = { entry, hasContent: true, ...unleased, settledAt: null }
      insertRow(state().outbox, entry.id, row)
    },

    async find(id) {
      const row = state().outbox.get(id)
      return row?.hasContent ? copyOf(row.entry) : undefined
    },

    async leaseDue(now, { untried, tried }, { by, until }) {
      const due = waiting().filter((row) => isDue(row, now, outboxHorizon(now, until)))
      const isUntried = ({ entry }: OutboxRow) => entry.attempts === 0
      const first = due.filter(isUntried).sort((one, other) => oldestFirst(one.entry, other.entry))
      const again = due.filter((row) => !isUntried(row)).sort(minTriedFirst)
      const taken = [...first.slice(0, untried), ...again.slice(0, tried)]
      for (const row of taken) replace({ ...row, leasedUntil: until, leasedBy: by })
      return taken.map(({ entry }) => copyOf(entry))
    },

    async listLeases() {
      const leases = waiting().flatMap(({ leasedBy: by, leasedUntil: until }) =>
        by === '' || until === null ? [] : [{ by, until }],
      )
      return [
        ...new Map(leases.map((lease) => [`${lease.by} ${lease.until.getTime()}`, lease])).values(),
      ]
    },

    async releaseLease({ by, until }) {
      for (const row of waiting()) {
        const isOfLease = row.leasedBy === by && row.leasedUntil?.getTime() === until.getTime()
        if (isOfLease) replace({ ...row, ...unleased })
      }
    },

    async isLeased({ id, leaseUntil }) {
      const row = state().outbox.get(id)
      return row?.settledAt === null && row.leasedUntil?.getTime() === leaseUntil.getTime()
    },

    async releaseLeases() {
      for (const row of waiting()) replace({ ...row, ...unleased })
    },

    async postpone(leased, { attempts, dueAt }) {
      return changeLeased(leased, (row) => ({
        ...row,
        entry: { ...row.entry, attempts, dueAt },
        ...unleased,
      }))
    },

    async markSent(id, at) {
      const row = state().outbox.get(id)
      // A settled entry stays as it is: the report of a late worker changes nothing.
      if (row?.settledAt === null) replace({ ...row, settledAt: at })
    },

    async giveUp(leased, at) {
      return changeLeased(leased, (row) => ({ ...row, hasContent: false, settledAt: at }))
    },

    async countSince(accountId, kind, since) {
      const added = [...state().outbox.values()].map(({ entry }) => entry)
      return added.filter((entry) => isFor(entry, accountId, kind) && entry.createdAt >= since)
        .length
    },

    async cancel(accountId, kind, at) {
      for (const row of waiting().filter(({ entry }) => isFor(entry, accountId, kind))) {
        replace({ ...row, hasContent: false, settledAt: at })
      }
    },

    async removeSettled(before) {
      return removeRows(state().outbox, ({ settledAt }) => settledAt !== null && settledAt < before)
    },
  }
}

const unleased = { leasedUntil: null, leasedBy: '' } as const

function isDue({ entry, leasedUntil }: OutboxRow, now: Date, horizon: OutboxHorizon): boolean {
  const furthest = entry.attempts === 0 ? horizon.untried : horizon.tried
  const hasCome = (moment: Date, latest: Date) => moment <= now || moment > latest
  return (
    hasCome(entry.dueAt, furthest) &&
    (leasedUntil === null || hasCome(leasedUntil, horizon.untried))
  )
}

function minTriedFirst({ entry: one }: OutboxRow, { entry: other }: OutboxRow): number {
  return one.attempts - other.attempts || one.dueAt.getTime() - other.dueAt.getTime()
}

function isFor(entry: OutboxEntry, accountId: string, kind: OutboxEntry['mail']['kind']): boolean {
  return entry.accountId === accountId && entry.mail.kind === kind
}
