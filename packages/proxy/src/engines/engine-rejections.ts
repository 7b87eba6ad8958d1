import type { Rejection } from '../rejection.ts'

/** Where a body ends, or which host is asked, is in doubt: what follows on this connection, too. */
export const doubtfulFraming: Rejection = {
  code: 'malformed_request',
  headers: { Connection: 'close' },
}

/** As many requests wait for a connection as may. */
export const tooManyWaiting: Rejection = { code: 'overloaded', headers: { 'Retry-After': '1' } }
