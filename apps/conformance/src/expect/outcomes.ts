import type { Feature } from '../terms.ts'

/** The service answered something else than the interface says: the check has failed. */
export class Deviation extends Error {
  override readonly name = 'Deviation'

  /** What the interface says. */
  readonly expected: string

  /** What came instead. Never a secret or a value that was sent. */
  readonly came: string

  constructor(expected: string, came: string) {
    super(`expected ${expected}; came ${came}`)
    this.expected = expected
    this.came = came
  }
}

/** The check does not apply to this service, or not without an option; the message says why. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable'

  /** What the service does not offer; `undefined` when something else is missing. */
  readonly feature: Feature | undefined

  constructor(message: string, feature?: Feature) {
    super(message)
    this.feature = feature
  }
}

/** Nothing is known, because something before it did not work; the message says what. */
export class Hindered extends Error {
  override readonly name = 'Hindered'
}
