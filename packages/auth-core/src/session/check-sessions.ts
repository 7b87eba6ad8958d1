import type { Ports } from '../ports/index.ts'
import { isActive } from '../records/account.ts'
import type { AuthSettings } from '../settings.ts'
import type { SessionStatus } from '../tokens/access-claims.ts'
import { tokenValidUntil } from '../tokens/access-token.ts'

/** How many are looked up at once: nobody else should have to wait for thousands. */
const most = 500

/**
 * How the sessions of long-lived connections stand: whether they were renewed in the meantime, and
 * whether their account and tenant may still act. Sessions that are not on record are left out.
 */
export async function checkSessions(
  ports: Pick<Ports, 'store'>,
  settings: Pick<AuthSettings, 'accessTokenSeconds'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SessionStatus>> {
  const statuses = new Map<string, SessionStatus>()
  for (let start = 0; start < ids.length; start += most) {
    const some = ids.slice(start, start + most)
    const { sessions, standings } = await ports.store.transaction(async (tx) => {
      const found = await tx.sessions.findMany(some)
      const accounts = new Set(found.map(({ accountId }) => accountId))
      return { sessions: found, standings: await tx.accounts.findStatuses([...accounts]) }
    })
    const active = new Set(standings.filter(isActive).map(({ accountId }) => accountId))
    for (const session of sessions) {
      const validUntil = tokenValidUntil(settings, session)
      statuses.set(session.id, { validUntil, allowed: active.has(session.accountId) })
    }
  }
  return statuses
}
