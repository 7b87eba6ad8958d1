import type { CredentialUse, Evidence } from '../evidence.ts'
import { judgeEach, type Rule } from './rule.ts'

/** A moment is the same on all replicas but for what a busy machine does to it. */
const slackMs = 1000

/** No credential opens anything that has ended, wherever it is shown. */
export const endedIsRefused: Rule = (evidence) =>
  judgeEach(
    evidence.uses.flatMap((use) => {
      const why = reasonToRefuse(use, evidence)
      return why === undefined ? [] : [{ ...use, why }]
    }),
    ({ what, key, status, why }) => isIn(status) && `${what} of ${key} was accepted: ${why}`,
  )

/** A credential that is good is refused nowhere. */
export const goodIsAccepted: Rule = (evidence) =>
  judgeEach(
    evidence.uses.filter((use) => isGood(use, evidence)),
    ({ what, key, status }) =>
      !isIn(status) && `${what} of ${key} was good, and answered ${status}`,
  )

function isIn(status: number): boolean {
  return status >= 200 && status < 300
}

function reasonToRefuse(
  use: CredentialUse,
  { endings, revocations }: Evidence,
): string | undefined {
  const { isForged, sentAt, kid, expiresAt } = use
  if (isForged) return 'it was forged'
  if (expiresAt !== undefined && sentAt >= expiresAt) return 'it had expired'
  const revokedAt = revocations.get(kid ?? '')
  if (revokedAt !== undefined && sentAt >= revokedAt + slackMs) return 'its key was withdrawn'
  const certainAt = endings.get(use.key)?.certainAt
  // Logging out, or a new password, leaves an access token as it is.
  const hasEnded = use.what !== 'access' && certainAt !== undefined && sentAt > certainAt
  return hasEnded ? 'it had ended' : undefined
}

function isGood(use: CredentialUse, { endings, revocations }: Evidence): boolean {
  const { isForged, endedAt, kid, expiresAt } = use
  if (isForged || (expiresAt !== undefined && endedAt >= expiresAt)) return false
  const revokedAt = revocations.get(kid ?? '')
  if (revokedAt !== undefined && endedAt >= revokedAt - slackMs) return false
  const begunAt = endings.get(use.key)?.begunAt
  return use.what === 'access' || begunAt === undefined || endedAt < begunAt
}
