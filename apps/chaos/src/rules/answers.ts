import type { Attempt, Fault, FaultKind } from '../evidence.ts'
import { checkEach, type Rule } from './rule.ts'

/** How often one operation may have to be sent again because of a fault. */
const allowances: Readonly<Record<FaultKind, number>> = {
  kill: 1,
  drain: 0,
  cut: 1,
  rotation: 0,
  // Until the database is back; the rule for recoveries limits that time.
  'database restart': Number.POSITIVE_INFINITY,
  'database outage': Number.POSITIVE_INFINITY,
  delay: Number.POSITIVE_INFINITY,
}

/** The only 5xx answers are 502 and 503, each with a complete problem document. */
export const failuresAreProblems: Rule = ({ attempts }) =>
  checkEach(attempts, ({ what, status, code, isProblem }) => {
    if (status === null || status < 500) return false
    if (status !== 502 && status !== 503) return `${what} was answered ${status} ${code}`
    return !isProblem && `${what} was answered ${status} without a problem document`
  })

/** A fault causes at most its allowed number of retries, and without a fault there are none. */
export const retriesAreFew: Rule = ({ attempts, faults }) => {
  const operations = Map.groupBy(attempts, ({ operation }) => operation)
  return checkEach([...operations.values()], (all) => {
    const failed = all.filter(hasFailed)
    if (failed.length === 0) return false
    const near = faults.filter((fault) => failed.some((attempt) => overlap(attempt, fault)))
    const allowed = near.reduce((sum, { kind }) => sum + allowances[kind], 0)
    const kinds = near.map(({ kind }) => kind).join(', ') || 'no fault'
    const answers = failed.map(describeAnswer).join(', ')
    return (
      failed.length > allowed &&
      `${all[0]?.what} was sent again ${failed.length} times during ${kinds}: ${answers}`
    )
  })
}

function describeAnswer({ status, code, requestId }: Attempt): string {
  if (status === null) return 'cut'
  return `${status} ${code} ${requestId ?? 'of the balancer'}`
}

/** Whether the client has to repeat the request. */
export function hasFailed({ status }: Attempt): boolean {
  return status === null || status >= 500
}

/** Whether two periods overlap. */
export function overlap(
  { sentAt, endedAt }: Pick<Attempt, 'sentAt' | 'endedAt'>,
  fault: Pick<Fault, 'beganAt' | 'endedAt'>,
): boolean {
  return sentAt <= fault.endedAt && endedAt >= fault.beganAt
}
