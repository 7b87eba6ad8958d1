import type { CredentialUse, Evidence } from '../evidence.ts'
import { maxRecoveryMs } from './recoveries.ts'
import { checkEach, type Rule } from './rule.ts'
import { whenDatabaseWorked } from './when-database-worked.ts'

/** A moment is the same on all replicas but for what a busy machine does to it. */
const slackMs = 1000

/**
 * How long an access token may outlast what ends it: as documented, and two seconds for a busy
 * machine.
 */
const graceMs = 2000 + 2000

/** No credential opens anything that has ended, wherever it is shown. */
export const endedIsRefused: Rule = (evidence) =>
  checkEach(
    evidence.uses.flatMap((use) => {
      const why = reasonToRefuse(use, evidence)
      return why === undefined ? [] : [{ ...use, why }]
    }),
    ({ what, key, status, why }) => isIn(status) && `${what} of ${key} was accepted: ${why}`,
  )

/** A credential that is good is refused nowhere. */
export const goodIsAccepted: Rule = (evidence) =>
  checkEach(
    evidence.uses.filter((use) => isGood(use, evidence)),
    ({ what, key, status }) =>
      !isIn(status) && `${what} of ${key} was good, and answered ${status}`,
  )

function isIn(status: number): boolean {
  return status >= 200 && status < 300
}

function reasonToRefuse(use: CredentialUse, evidence: Evidence): string | undefined {
  const { isForged, sentAt, kid, expiresAt } = use
  if (isForged) return 'it was forged'
  if (expiresAt !== undefined && sentAt >= expiresAt) return 'it had expired'
  const revokedAt = evidence.revocations.get(kid ?? '')
  if (revokedAt !== undefined && sentAt >= revokedAt + slackMs) return 'its key was withdrawn'
  return sentAt > certainEnd(use, evidence) ? 'it had ended' : undefined
}

/** From when on it opens nothing; infinity while it may. */
function certainEnd({ what, key }: CredentialUse, { endings, faults }: Evidence): number {
  const { certainAt, endsAccess } = endings.get(key) ?? {}
  if (certainAt === undefined) return Number.POSITIVE_INFINITY
  if (what !== 'access') return certainAt
  // Logging out leaves an access token as it is.
  if (!endsAccess) return Number.POSITIVE_INFINITY
  const known = whenDatabaseWorked(certainAt, faults, graceMs)
  return known + graceMs + (known > certainAt ? maxRecoveryMs : 0)
}

function isGood(use: CredentialUse, { endings, revocations }: Evidence): boolean {
  const { isForged, endedAt, kid, expiresAt } = use
  if (isForged || (expiresAt !== undefined && endedAt >= expiresAt)) return false
  const revokedAt = revocations.get(kid ?? '')
  if (revokedAt !== undefined && endedAt >= revokedAt - slackMs) return false
  const ending = endings.get(use.key)
  if (ending === undefined || (use.what === 'access' && !ending.endsAccess)) return true
  return endedAt < ending.begunAt
}
