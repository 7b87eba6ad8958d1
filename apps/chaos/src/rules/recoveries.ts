import { checkEach, type Rule } from './rule.ts'

/** Milliseconds that a gateway may take to work again after the fault is over. */
export const maxRecoveryMs = 5000

/** Each gateway works within five seconds after the fault is over. */
export const recoveriesAreQuick: Rule = ({ recoveries }) =>
  checkEach(
    recoveries,
    ({ gateway, milliseconds }) =>
      milliseconds >= maxRecoveryMs &&
      `${gateway} worked ${milliseconds} ms after the fault was over`,
  )
