import type { WorkLog } from './parts/work-log.ts'

/** Gets what goes wrong besides requests. What it throws is ignored. */
export type OnError = (error: Error) => void

/**
 * A log that tells of what went wrong, as errors: the message says what, and the cause is what was thrown, if
 * something was.
 */
export function createErrorLog(onError: OnError): WorkLog {
  const tell = (facts: object, message: string) => {
    try {
      onError(errorOf(facts, message))
    } catch {
      // Work goes on, whatever the host does with its news.
    }
  }
  return { info: () => undefined, warn: tell, error: tell }
}

function errorOf(facts: object, message: string): Error {
  const { err, ...rest } = facts as Readonly<Record<string, unknown>>
  const details = Object.entries(rest).map(([name, value]) => `${name}: ${String(value)}`)
  const text = details.length > 0 ? `${message} (${details.join(', ')})` : message
  return err === undefined ? new Error(text) : new Error(text, { cause: err })
}
