import { type Role, roles } from '../records/account.ts'

/** How much a role may do, compared with others: the more, the higher. At least 1. */
export function rankOf(role: Role): number {
  // The list begins with the highest.
  return roles.length - roles.indexOf(role)
}

/** Whether a role may do what the other may not. */
export function isAbove(role: Role, other: Role): boolean {
  return rankOf(role) > rankOf(other)
}
