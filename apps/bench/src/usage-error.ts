/** A benchmark cannot be run as it was asked for; the message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
