import { propagationSeconds } from '@gatehouse/auth-core/operator'
import type { Evidence, SecretTrial } from '../evidence.ts'
import { isUnderJump } from './is-under-jump.ts'
import { checkEach, type Rule } from './rule.ts'

/** A code, a reset token or a confirmation is accepted once at most; and once, unless it ended. */
export const secretsAreSpentOnce: Rule = (evidence) =>
  checkEach(evidence.secrets, (trial) => violationOf(trial, evidence))

const events = {
  code: 'otp_checked',
  reset: 'password_reset',
  verification: 'email_verified',
  arrival: 'login',
} as const satisfies Record<SecretTrial['kind'], string>

function violationOf(trial: SecretTrial, evidence: Evidence): string | false {
  const { kind, username, accepted, lost } = trial
  const name = `the ${kind} of ${username}`
  if (accepted > 1) return `${name} was accepted ${accepted} times`
  const recorded = successes(trial, evidence)
  if (recorded > 1) return `${name} was accepted ${recorded} times on record`
  if (accepted > recorded) return `${name} was accepted, and there is no record of it`
  if (lost || mayHaveEnded(trial, evidence)) return false
  return accepted === 0 && `${name} was good, and was not accepted`
}

function successes({ kind, username }: SecretTrial, { records }: Evidence): number {
  const account = records.accounts.find((each) => each.username === username)
  return records.audit.filter(
    (event) =>
      event.kind === events[kind] && event.outcome === 'ok' && event.accountId === account?.id,
  ).length
}

/** Whether it may have ended: by its age, on a clock that jumped, or for a code by a revocation of all keys. */
function mayHaveEnded(
  { kind, madeAt, endedAt, expiresAt }: SecretTrial,
  { faults, revocations }: Evidence,
): boolean {
  if (endedAt >= expiresAt || isUnderJump(faults, { sentAt: madeAt, endedAt })) return true
  // Codes end when the revocation is stored, before it takes effect for tokens.
  const storedBefore = endedAt + propagationSeconds * 1000
  return (
    kind === 'code' && [...revocations.values()].some((at) => at >= madeAt && at <= storedBefore)
  )
}
