import { checkEach, type Rule } from './rule.ts'

/** Milliseconds that a gateway may take to work again after the database is back. */
export const maxRecoveryMs = 5000

/** Each gateway works within five seconds after the database is back. */
export const recoveriesAreQuick: Rule = ({ recoveries }) =>
  checkEach(
    recoveries,
    ({ gateway, milliseconds }) =>
      milliseconds >= maxRecoveryMs &&
      `${gateway} worked ${milliseconds} ms after the database was back`,
  )
