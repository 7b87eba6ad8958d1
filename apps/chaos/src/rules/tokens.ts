import type { CredentialUse, Evidence } from '../evidence.ts'
import { isUnderJump } from './is-under-jump.ts'
import { maxRecoveryMs } from './recoveries.ts'
import { checkEach, type Rule } from './rule.ts'
import { whenDatabaseWorked } from './when-database-worked.ts'

/** Milliseconds that a moment may differ between replicas on a busy machine. */
const slackMs = 1000

/**
 * Milliseconds that an access token may outlast its end: the documented time, and two seconds for a busy
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

/** A valid credential is accepted everywhere. */
export const goodIsAccepted: Rule = (evidence) =>
  checkEach(
    evidence.uses.filter((use) => isGood(use, evidence)),
    ({ what, key, kid, status, issuedAt, sentAt, endedAt, expiresAt = endedAt }) =>
      !isIn(status) &&
      `${what} of ${key} was good, and answered ${status}: ${sentAt - issuedAt} ms old, good for ${expiresAt - endedAt} ms, by ${kid}`,
  )

function isIn(status: number): boolean {
  return status >= 200 && status < 300
}

function reasonToRefuse(use: CredentialUse, evidence: Evidence): string | undefined {
  const { isForged, issuedAt, sentAt, endedAt, kid, expiresAt } = use
  if (isForged) return 'it was forged'
  const isOld = expiresAt !== undefined && sentAt >= expiresAt
  if (isOld && !isUnderJump(evidence.faults, { sentAt: issuedAt, endedAt })) return 'it had expired'
  const revokedAt = evidence.revocations.get(kid ?? '')
  if (revokedAt !== undefined && sentAt >= revokedAt + slackMs) return 'its key was withdrawn'
  return sentAt > certainEnd(use, evidence) ? 'it had ended' : undefined
}

/** The moment from which a credential must be refused; infinity while it may be accepted. */
function certainEnd({ what, key }: CredentialUse, { endings, faults }: Evidence): number {
  const { certainAt, endsAccess } = endings.get(key) ?? {}
  if (certainAt === undefined) return Number.POSITIVE_INFINITY
  if (what !== 'access') return certainAt
  // A logout does not end an access token.
  if (!endsAccess) return Number.POSITIVE_INFINITY
  const known = whenDatabaseWorked(certainAt, faults, graceMs)
  return known + graceMs + (known > certainAt ? maxRecoveryMs : 0)
}

function isGood(use: CredentialUse, { endings, faults, revocations }: Evidence): boolean {
  const { isForged, issuedAt, cameAt = issuedAt, sentAt, endedAt, kid, expiresAt } = use
  if (isUnderJump(faults, { sentAt, endedAt })) return false
  if (isUnderJump(faults, { sentAt: issuedAt, endedAt: cameAt })) return false
  if (isForged || (expiresAt !== undefined && endedAt >= expiresAt)) return false
  const revokedAt = revocations.get(kid ?? '')
  if (revokedAt !== undefined && endedAt >= revokedAt - slackMs) return false
  const ending = endings.get(use.key)
  if (ending === undefined || (use.what === 'access' && !ending.endsAccess)) return true
  return endedAt < ending.begunAt
}
