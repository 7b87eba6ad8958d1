import type { Rejection } from '../rejection.ts'

/** Where a body ends, or which host is asked, is in doubt: what follows on this connection, too. */
export const doubtfulFraming: Rejection = {
  code: 'malformed_request',
  headers: { Connection: 'close' },
}

/** As many requests wait for a connection as may. */
export const tooManyWaiting: Rejection = { code: 'overloaded', headers: { 'Retry-After': '1' } }

/** As many wait of one account, organization or network as may; others are served. */
export const tooManyOfOne: Rejection = {
  code: 'rate_limited',
  detail: 'Too many requests of your account, organization or network are under way.',
  headers: { 'Retry-After': '1' },
}

/** The body comes too slowly, or not at all. */
export const tooSlow: Rejection = { code: 'request_timeout', headers: { Connection: 'close' } }
