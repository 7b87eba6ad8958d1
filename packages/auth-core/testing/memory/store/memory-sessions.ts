import type { Session, SessionRepository } from '../../../src/ports/index.ts'
import { copyOf } from '../copy-of.ts'
import type { StateOfTransaction } from './memory-state.ts'
import { insertRow, removeRows, selectRows, updateRow } from './rows.ts'

/** The sessions of one transaction. */
export function memorySessions(state: StateOfTransaction): SessionRepository {
  return {
    async insert(session) {
      insertRow(state().sessions, session.id, session)
    },

    async find(id) {
      return copyOf(state().sessions.get(id))
    },

    async findMany(ids) {
      return selectRows(state().sessions, ({ id }) => ids.includes(id))
    },

    async listOfAccount(id) {
      return selectRows(state().sessions, ({ accountId }) => accountId === id)
    },

    async listLive(accountId, now) {
      return selectRows(state().sessions, isLive(now)).filter(
        (session) => session.accountId === accountId,
      )
    },

    async update(session) {
      updateRow(state().sessions, session.id, session)
    },

    async endAll(accountId, at) {
      const open = selectRows(
        state().sessions,
        (session) => session.accountId === accountId && session.endedAt === null,
      )
      for (const session of open)
        updateRow(state().sessions, session.id, { ...session, endedAt: at })
    },

    async hasLive(accountId, now) {
      const live = selectRows(state().sessions, isLive(now))
      return live.some((session) => session.accountId === accountId)
    },

    async countLive(now) {
      return selectRows(state().sessions, isLive(now)).length
    },

    async removeExpired(before) {
      return removeRows(state().sessions, ({ expiresAt }) => expiresAt < before)
    },
  }
}

function isLive(now: Date): (session: Session) => boolean {
  return ({ endedAt, expiresAt }) => endedAt === null && expiresAt > now
}
