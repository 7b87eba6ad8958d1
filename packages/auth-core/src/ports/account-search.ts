import type { Account, Role } from '../records/account.ts'
import { type MemberState, memberStateOf } from '../records/member.ts'

/** Which members of a tenant are searched for. What is left out does not matter. */
export interface AccountSearch {
  /** Only those whose id comes after this one; everything without it. */
  readonly after?: string
  /** At most so many. */
  readonly limit: number
  /** Part of the username, the address or the name, in whatever case. */
  readonly text?: string
  /** Where they are in their lives. */
  readonly state?: MemberState
  /** The role in the organization. */
  readonly role?: Role
}

/**
 * Whether an account is searched for. The one place that says it: databases do not agree on the case
 * of letters.
 */
export function isSearchedFor(account: Account, { text, state, role }: AccountSearch): boolean {
  const is = memberStateOf(account)
  if (is === undefined || (state !== undefined && state !== is)) return false
  if (role !== undefined && role !== account.role) return false
  const wanted = folded(text ?? '')
  const { username, email, firstName, lastName } = account
  return [username, email, `${firstName} ${lastName}`].some((each) => folded(each).includes(wanted))
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
