/** The time of day. The core reads no other clock. */
export interface Clock {
  /** The present moment, as a fresh object. Never throws. */
  now(): Date
}
