/**
 * Gets a line for what happens in the background, as the logger of pino does. Lines have no secret, and
 * nothing of a request.
 */
export interface WorkLog {
  /** Something that went as it should. */
  info(facts: object, message: string): void
  /** Something that an operator should look at. */
  warn(facts: object, message: string): void
  /** Something that failed; `facts.err` is the error. */
  error(facts: object, message: string): void
}
