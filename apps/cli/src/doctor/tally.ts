import { counted } from '../console/counted.ts'

/** The counts of checked things. They grow. */
export interface Tally {
  /** How many organizations were compared so far. */
  organizations: number
  /** How many accounts were compared so far. */
  accounts: number
  /** What was skipped on purpose, one sentence each. */
  readonly notes: string[]
}

/** The counts in words. */
export function describeTally({ organizations, accounts }: Omit<Tally, 'notes'>): string {
  return `${counted(organizations, 'organization')} with ${counted(accounts, 'account')}`
}
