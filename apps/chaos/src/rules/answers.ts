import type { Attempt, Fault, FaultKind } from '../evidence.ts'
import { overlap } from './overlap.ts'
import { checkEach, type Rule } from './rule.ts'

/** As long as the fault lasts; the rule for recoveries limits that time. */
const often = Number.POSITIVE_INFINITY

/** How often one operation may have to be sent again because of a fault. */
const allowances: Readonly<Record<FaultKind, number>> = {
  kill: 1,
  drain: 0,
  cut: 1,
  rotation: 0,
  'database restart': often,
  'database outage': often,
  delay: often,
  'worker kill': 1,
  'worker stop': 1,
  'keycloak kill': often,
  'keycloak pause': often,
  'keycloak cut': 1,
  // Nobody but those who come from the provider, and they are answered with a redirect.
  'provider slow': 0,
  'provider down': 0,
  'provider hung': 0,
  'clock jump': often,
  'jump of all clocks': often,
  'kill in a jump': often,
  'full disk': often,
}

function allowanceOf({ kind, isOfAll = false }: Fault): number {
  return isOfAll ? often : allowances[kind]
}

/**
 * The only 5xx answers are 502 and 503, each with a complete problem document; and 504 of the balancer, which waits
 * for a minute, while Keycloak is away: a sign-up asks it several times.
 */
export const failuresAreProblems: Rule = ({ attempts, faults }) =>
  checkEach(attempts, (attempt) => {
    const { what, status, code, isProblem } = attempt
    if (status === null || status < 500) return false
    const isAway = ({ kind, ...fault }: Fault) => isOfKeycloak(kind) && overlap(attempt, fault)
    const isFit = status === 502 || status === 503 || (status === 504 && faults.some(isAway))
    if (!isFit) return `${what} was answered ${status} ${code}`
    return !isProblem && `${what} was answered ${status} without a problem document`
  })

/** A fault causes at most its allowed number of retries, and without a fault there are none. */
export const retriesAreFew: Rule = ({ attempts, faults }) => {
  const operations = Map.groupBy(attempts, ({ operation }) => operation)
  return checkEach([...operations.values()], (all) => {
    const failed = all.filter(hasFailed)
    if (failed.length === 0) return false
    const near = faults.filter((fault) => failed.some((attempt) => overlap(attempt, fault)))
    const allowed = near.reduce((sum, fault) => sum + allowanceOf(fault), 0)
    const kinds = near.map(({ kind }) => kind).join(', ') || 'no fault'
    const answers = failed.map(describeAnswer).join(', ')
    return (
      failed.length > allowed &&
      `${all[0]?.what} was sent again ${failed.length} times during ${kinds}: ${answers}`
    )
  })
}

function isOfKeycloak(kind: FaultKind): boolean {
  return kind === 'keycloak kill' || kind === 'keycloak pause'
}

function describeAnswer({ status, code, requestId }: Attempt): string {
  if (status === null) return 'cut'
  return `${status} ${code} ${requestId ?? 'of the balancer'}`
}

/** Whether the client has to repeat the request. */
export function hasFailed({ status }: Attempt): boolean {
  return status === null || status >= 500
}
