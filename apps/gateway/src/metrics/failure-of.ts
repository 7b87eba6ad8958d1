import { PortError } from '@gatehouse/auth-core'
import type { PortFailure } from '@gatehouse/auth-core/ports'

/** How a dependency failed; what is no failure of one is a fault of ours, and makes no sense. */
export function failureOf(error: unknown): PortFailure {
  return error instanceof PortError ? error.failure : 'corrupt'
}

/** Seconds since a moment of `performance.now()`. */
export function secondsSince(began: number): number {
  return (performance.now() - began) / 1000
}
