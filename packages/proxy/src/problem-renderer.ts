import type { RejectionRenderer } from './proxy-host.ts'
import type { RejectionCode } from './rejection.ts'

/** The status of the answer for each rejection (RFC 9110, section 15). */
export const rejectionStatuses: Readonly<Record<RejectionCode, number>> = {
  malformed_request: 400,
  token_missing: 401,
  token_invalid: 401,
  token_expired: 401,
  session_ended: 401,
  token_stale: 401,
  account_unconfirmed: 403,
  origin_not_allowed: 403,
  request_refused: 403,
  request_timeout: 408,
  rate_limited: 429,
  upstream_unavailable: 502,
  overloaded: 503,
  upstream_timeout: 504,
}

/**
 * Words a rejection as the least of problem documents (RFC 9457): status, code, detail and the
 * request's id. For services that have no form of their own.
 */
export const problemRenderer: RejectionRenderer = {
  respond(response, rejection, requestId) {
    if (response.headersSent || response.destroyed) return
    const { status, headers, body } = problemRenderer.answer(rejection, requestId)
    response.writeHead(status, [...headers]).end(body)
  },
  answer({ code, detail, headers = {} }, requestId) {
    const status = rejectionStatuses[code]
    const body = Buffer.from(JSON.stringify({ status, code, detail, request_id: requestId }))
    const fields = {
      'Content-Type': 'application/problem+json',
      'Content-Length': String(body.length),
      'Cache-Control': 'no-store',
      ...headers,
    }
    return { status, headers: Object.entries(fields).flat(), body }
  },
}
