/** A benchmark that cannot be run as it was asked for; the message is for whoever asked. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
