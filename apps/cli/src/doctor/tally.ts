import { counted } from '../console/counted.ts'

/** What was looked at. It grows. */
export interface Tally {
  /** How many organizations were compared so far. */
  organizations: number
  /** How many accounts were compared so far. */
  accounts: number
  /** What was left alone on purpose, a sentence each. */
  readonly notes: string[]
}

/** How much was looked at, in words. */
export function describeTally({ organizations, accounts }: Omit<Tally, 'notes'>): string {
  return `${counted(organizations, 'organization')} with ${counted(accounts, 'account')}`
}
