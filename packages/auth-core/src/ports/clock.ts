/** The time of day. The core reads no other clock. */
export interface Clock {
  now(): Date
}
