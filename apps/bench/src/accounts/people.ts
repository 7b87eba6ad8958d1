/**
 * Of a hundred accounts, eighty are the only one of their email, twelve belong to six people with
 * two, and eight to two people with four.
 */
const perHundred = { accounts: 100, people: 88, alone: 80, withTwo: 6 } as const

/** Accounts of one organization. */
const accountsPerTenant = 10

/** Whose account it is, a number from 0. @param account Its number, from 0. */
export function personOf(account: number): number {
  const hundred = Math.floor(account / perHundred.accounts) * perHundred.people
  const place = account % perHundred.accounts
  const { alone, withTwo } = perHundred
  if (place < alone) return hundred + place
  if (place < alone + 2 * withTwo) return hundred + alone + Math.floor((place - alone) / 2)
  return hundred + alone + withTwo + Math.floor((place - alone - 2 * withTwo) / 4)
}

/** How many people so many accounts belong to. */
export function countPeople(accounts: number): number {
  return accounts === 0 ? 0 : personOf(accounts - 1) + 1
}

/** Whether it is the only one of its email. */
export function isAlone(account: number): boolean {
  return account % perHundred.accounts < perHundred.alone
}

/** How many organizations there are. */
export function countTenants(accounts: number): number {
  return Math.ceil(accounts / accountsPerTenant)
}

/** The organization of an account: neighbours, who may be one person, are in different ones. */
export function tenantOf(account: number, accounts: number): number {
  return account % countTenants(accounts)
}

/** The address of a person. */
export function emailOf(person: number): string {
  return `person${person}@example.com`
}
