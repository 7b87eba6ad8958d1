import type { Allowance } from '@gatehouse/auth-core/ports'
import type { CountedWindow } from './counters.ts'

/** The answer about a window. */
export function allowance({ taken, endsAt }: CountedWindow, allowed: boolean): Allowance {
  return { allowed, taken, retryAfter: Math.ceil(Math.max(0, endsAt - Date.now()) / 1000) }
}
