import type { Evidence, Fault, TerminalTrial } from '../evidence.ts'
import { isUnderJump } from './is-under-jump.ts'
import { checkEach, type Rule } from './rule.ts'
import { whenDatabaseWorked } from './when-database-worked.ts'

/**
 * Milliseconds that a terminal may outlast its end: the documented time, and two seconds for a busy machine.
 */
const graceMs = { expiry: 1000 + 2000, withdrawal: 1000 + 2000, disabling: 10_000 + 2000 }

/** Terminals end with their tokens and accounts, and otherwise only when their gateway ends. */
export const terminalsEnd: Rule = (evidence) =>
  checkEach(evidence.terminals, (trial) => violationOf(trial, evidence))

function violationOf(trial: TerminalTrial, evidence: Evidence): string | false {
  const { key, lastEchoAt, closeCode } = trial
  const name = `the terminal by the ${key}`
  for (const { why, from } of endsOf(trial, evidence)) {
    if (lastEchoAt > from) return `${name} worked ${lastEchoAt - from} ms too long: ${why}`
  }
  return !isExplained(trial, evidence) && `${name} was closed with ${closeCode} for no reason`
}

function endsOf(
  { kid, key, expiresAt, issuedAt, closedAt }: TerminalTrial,
  { endings, faults, revocations }: Evidence,
) {
  const revokedAt = revocations.get(kid ?? '')
  const disabledAt = endings.get(key)?.certainAt
  return [
    ...(isUnderJump(faults, { sentAt: issuedAt, endedAt: closedAt })
      ? []
      : [{ why: 'its token had expired', from: expiresAt + graceMs.expiry }]),
    ...(revokedAt === undefined
      ? []
      : [{ why: 'its key was withdrawn', from: revokedAt + graceMs.withdrawal }]),
    ...(disabledAt === undefined
      ? []
      : [
          {
            why: 'the account was disabled',
            from: whenDatabaseWorked(disabledAt, faults, graceMs.disabling) + graceMs.disabling,
          },
        ]),
  ]
}

function isExplained(trial: TerminalTrial, { endings, faults, revocations }: Evidence): boolean {
  const { closeCode, closedAt, expiresAt, issuedAt, key, kid } = trial
  const during = (kind: Fault['kind']) =>
    faults.some(
      (fault) => fault.kind === kind && fault.beganAt <= closedAt && closedAt <= fault.endedAt,
    )
  switch (closeCode) {
    case 1000:
      return true
    case 1006:
      return (['kill', 'kill in a jump', 'worker kill', 'worker stop'] as const).some(during)
    case 1012:
      return during('drain')
    case 4401:
      return closedAt >= expiresAt || isUnderJump(faults, { sentAt: issuedAt, endedAt: closedAt })
    case 4403:
      return endings.has(key) || revocations.has(kid ?? '')
    default:
      return false
  }
}
