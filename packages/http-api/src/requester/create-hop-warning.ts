import type { ApiLog } from '../exchange.ts'

/** The longest form in the log, in UTF-16 units. */
const longestForm = 64

/**
 * Tells the log, once, that a trusted proxy does not say who its clients are: all of them share one limit then, which
 * looks like an attack. Of what it says the log gets the form alone, since addresses are not for logs.
 */
export function createHopWarning(log: Pick<ApiLog, 'warn'>): (hop: string) => void {
  let told = false
  return (hop) => {
    if (told) return
    told = true
    const form = hop.slice(0, longestForm).replaceAll(/[^!-/:-@[-`{-~]/g, 'x')
    log.warn({ form }, 'X-Forwarded-For of a trusted proxy cannot be read')
  }
}
