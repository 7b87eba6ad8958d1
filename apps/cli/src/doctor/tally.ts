import { counted } from '../console/counted.ts'

/** What was looked at. It grows. */
export interface Tally {
  organizations: number
  accounts: number
  /** What was left alone on purpose, a sentence each. */
  readonly notes: string[]
}

/** How much was looked at, in words. */
export function describeTally({ organizations, accounts }: Omit<Tally, 'notes'>): string {
  return `${counted(organizations, 'organization')} with ${counted(accounts, 'account')}`
}
