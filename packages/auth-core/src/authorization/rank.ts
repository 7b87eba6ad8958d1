import { type Role, roles } from '../records/account.ts'

/** How much a role may do, compared with others: the more, the higher. At least 1. */
export function rankOf(role: Role): number {
  // The list begins with the highest.
  return roles.length - roles.indexOf(role)
}
