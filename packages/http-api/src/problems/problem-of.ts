import { type FieldError, PortError, type Refused } from '@gatehouse/auth-core'
import type { PortName } from '@gatehouse/auth-core/ports'
import type { ApiLog } from '../exchange.ts'
import { InvalidRequest } from '../requests/parse.ts'
import type { Problem } from './problem.ts'
import { type ProblemCode, problems } from './problems.ts'

/** Seconds after which a retry makes sense when a dependency failed. */
const retrySeconds = 5

/** A refused use case as a problem: the refusals are the codes. */
export function problemOfRefusal({ refusal, retryAfter }: Refused): Problem {
  return retryAfter === undefined
    ? { code: refusal }
    : { code: refusal, headers: { 'Retry-After': String(Math.max(1, retryAfter)) } }
}

/** Fields that only the core can check, by their names on the wire. */
export function problemOfFields(errors: readonly FieldError[]): Problem {
  return {
    code: 'validation_failed',
    errors: errors.map((error) => ({ ...error, field: snakeCase(error.field) })),
  }
}

/** The problem for an exception: `internal_error` for all but a wrong request and a broken dependency. */
export function problemOfError(error: unknown): Problem {
  if (error instanceof InvalidRequest) {
    return error.errors ? { code: error.code, errors: error.errors } : { code: error.code }
  }
  if (error instanceof PortError) {
    return {
      code: codeOfPort[error.port],
      headers: { 'Retry-After': String(retrySeconds) },
    }
  }
  return { code: 'internal_error' }
}

/** What is needed to log a failure. */
export interface FailureContext {
  /** Gets failures of ours and of a dependency. */
  readonly log: Pick<ApiLog, 'error'>
  /** The id of the request. */
  readonly requestId: string
  /** The problem that the exception is, unless it is what `problemOfError` says. */
  readonly problem?: Problem
}

/** The problem for an exception. A fault of our own or of a dependency is logged. */
export function reportError(
  error: unknown,
  { log, requestId, problem = problemOfError(error) }: FailureContext,
): Problem {
  if (problems[problem.code].status >= 500) {
    log.error({ err: error, request_id: requestId, code: problem.code }, 'request failed')
  }
  return problem
}

const codeOfPort: Readonly<Record<PortName, ProblemCode>> = {
  credential_store: 'credential_store_unavailable',
  mailer: 'mail_unavailable',
  store: 'overloaded',
  rate_limiter: 'overloaded',
  oidc_provider: 'upstream_unavailable',
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
