import type { Rejection } from '../rejection.ts'

/** The end of the body or the host is ambiguous, and so is everything that follows on this connection. */
export const doubtfulFraming: Rejection = {
  code: 'malformed_request',
  headers: { Connection: 'close' },
}

/** The largest number of requests waits for a connection already. */
export const tooManyWaiting: Rejection = { code: 'overloaded', headers: { 'Retry-After': '1' } }

/** As many wait of one account, organization or network as may; others are served. */
export const tooManyOfOne: Rejection = {
  code: 'rate_limited',
  detail: 'Too many requests of your account, organization or network are under way.',
  headers: { 'Retry-After': '1' },
}

/** The body comes too slowly, or not at all. */
export const tooSlow: Rejection = { code: 'request_timeout', headers: { Connection: 'close' } }
