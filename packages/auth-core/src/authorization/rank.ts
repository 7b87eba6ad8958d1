import { type Role, roles } from '../records/account.ts'

/** The rank of a role, at least 1: a higher role may do more. */
export function rankOf(role: Role): number {
  // The list begins with the highest.
  return roles.length - roles.indexOf(role)
}

/** Whether a role is higher than another. */
export function isAbove(role: Role, other: Role): boolean {
  return rankOf(role) > rankOf(other)
}
