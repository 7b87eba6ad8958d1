import type { Attempt, AuditRecord } from '../evidence.ts'
import { checkEach, type Rule, together } from './rule.ts'

/** Every answered request is recorded once; a refused request has no other record. */
export const auditIsComplete: Rule = ({ attempts, records }) => {
  const byRequest = Map.groupBy(records.audit, ({ requestId }) => requestId)
  const eventsOf = ({ requestId }: Attempt) => byRequest.get(requestId ?? '') ?? []
  const tries = Map.groupBy(attempts, ({ operation }) => operation)
  const expected = attempts.flatMap((attempt) =>
    expectedEvents(attempt, tries.get(attempt.operation)?.length === 1).map((event) => ({
      attempt,
      event,
    })),
  )
  return together(
    checkEach(expected, ({ attempt, event }) => {
      const found = eventsOf(attempt).filter((each) => isLike(each, event))
      const { what, requestId } = attempt
      return (
        found.length !== 1 && `${what} ${requestId}: ${event} is on record ${found.length} times`
      )
    }),
    checkEach(attempts.filter(isRefused), (attempt) => {
      const successes = eventsOf(attempt).filter(({ outcome }) => outcome === 'ok')
      const kinds = successes.map(({ kind }) => kind).join(', ')
      return kinds !== '' && `${attempt.what} was refused, and ${kinds} is on record`
    }),
  )
}

type ExpectedEvent = `${string} ${'ok' | 'refused' | 'any'}`

function isLike({ kind, outcome }: AuditRecord, expected: ExpectedEvent): boolean {
  return [`${kind} ${outcome}`, `${kind} any`].includes(expected)
}

function isRefused({ what, status }: Attempt): boolean {
  // A request about a forgotten password gets no refusal, even for an unknown address.
  return status !== null && status >= 400 && status < 500 && !what.includes('forgot')
}

/** The expected events, by request and answer. */
const table: Readonly<Record<string, readonly ExpectedEvent[]>> = {
  'POST /api/auth/signup 201': ['signed_up ok'],
  'POST /api/auth/verify-email 200': ['email_verified ok'],
  'POST /api/auth/login 200 token': ['login ok'],
  'POST /api/auth/login 401 invalid_credentials': ['login refused'],
  'POST /api/auth/verify-otp 200 token': ['otp_checked ok', 'login ok'],
  'POST /api/auth/verify-otp 401 otp_invalid': ['otp_checked refused'],
  'POST /api/auth/select-tenant 200 token': ['tenant_chosen ok', 'login ok'],
  'POST /api/auth/refresh 200 token': ['refreshed ok'],
  'POST /api/auth/refresh 401 session_ended': ['refreshed refused'],
  'POST /api/auth/logout 200': ['logged_out ok'],
  'POST /api/auth/forgot-password 200': ['password_reset_requested any'],
  'POST /api/auth/reset-password 200': ['password_reset ok'],
  'PATCH /api/auth/organization 200': ['organization_changed ok'],
}

function expectedEvents(
  { what, status, next, code }: Attempt,
  isOnlyTry: boolean,
): readonly ExpectedEvent[] {
  const answer = [what, status, next ?? code].filter((part) => part !== undefined).join(' ')
  // After an attempt without an answer, a code may exist already and is sent again.
  const makesCode = answer === 'POST /api/auth/login 200 code' && isOnlyTry
  return makesCode ? ['otp_sent ok'] : (table[answer] ?? [])
}
