import { findActiveMembership } from '../membership.ts'
import type { Ports } from '../ports/index.ts'
import type { AuthSettings } from '../settings.ts'
import type { SessionStatus } from './access-claims.ts'
import { tokenValidUntil } from './access-token.ts'

/**
 * How the sessions of long-lived connections stand: whether they were renewed in the meantime, and
 * whether their account and tenant may still act. Sessions that are not on record are left out.
 */
export async function checkSessions(
  ports: Pick<Ports, 'store'>,
  settings: Pick<AuthSettings, 'accessTokenSeconds'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SessionStatus>> {
  return ports.store.transaction(async (tx) => {
    const statuses = new Map<string, SessionStatus>()
    const allowed = new Map<string, boolean>()
    for (const session of await tx.sessions.findMany(ids)) {
      const { id, accountId } = session
      const may = allowed.get(accountId) ?? !!(await findActiveMembership(tx, accountId))
      allowed.set(accountId, may)
      statuses.set(id, { validUntil: tokenValidUntil(settings, session), allowed: may })
    }
    return statuses
  })
}
