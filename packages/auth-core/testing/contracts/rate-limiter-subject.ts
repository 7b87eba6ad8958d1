import type { RateLimiter } from '../../src/ports/index.ts'
import type { FallibleSubject } from './subject.ts'

/** The adapter that `rateLimiterContract` tests. */
export interface RateLimiterSubject extends FallibleSubject<RateLimiter> {
  /**
   * Lets time pass for the adapter from `open`: moves its clock, or waits. At most 2 seconds in each call.
   */
  pass(seconds: number): Promise<void>
}
