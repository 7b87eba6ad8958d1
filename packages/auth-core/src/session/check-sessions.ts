import type { Ports } from '../ports/ports.ts'
import { isActive } from '../records/account.ts'
import type { AuthSettings } from '../settings.ts'
import type { SessionStatus } from '../tokens/access-claims.ts'
import { tokenValidUntil } from '../tokens/access-token.ts'

/** How many sessions are read in one transaction. More would block the database for other requests. */
const maxPerTransaction = 500

/**
 * The status of the sessions of long-lived connections: until when their newest token is valid, and
 * whether their account and tenant may still act. Sessions that are not on record are left out.
 */
export async function checkSessions(
  ports: Pick<Ports, 'store'>,
  settings: Pick<AuthSettings, 'accessTokenSeconds'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SessionStatus>> {
  const checked = new Map<string, SessionStatus>()
  for (let start = 0; start < ids.length; start += maxPerTransaction) {
    const some = ids.slice(start, start + maxPerTransaction)
    const { sessions, statuses } = await ports.store.transaction(async (tx) => {
      const found = await tx.sessions.findMany(some)
      const accounts = new Set(found.map(({ accountId }) => accountId))
      return { sessions: found, statuses: await tx.accounts.findStatuses([...accounts]) }
    })
    const active = new Set(statuses.filter(isActive).map(({ accountId }) => accountId))
    for (const session of sessions) {
      const validUntil = tokenValidUntil(settings, session)
      checked.set(session.id, { validUntil, allowed: active.has(session.accountId) })
    }
  }
  return checked
}
