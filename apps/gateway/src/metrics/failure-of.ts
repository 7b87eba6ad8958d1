import { PortError } from '@gatehouse/auth-core'
import type { PortFailure } from '@gatehouse/auth-core/ports'

/** The kind of a dependency's failure; other errors are our own faults and count as `corrupt`. */
export function failureOf(error: unknown): PortFailure {
  return error instanceof PortError ? error.failure : 'corrupt'
}

/** Seconds since a moment of `performance.now()`. */
export function secondsSince(began: number): number {
  return (performance.now() - began) / 1000
}
