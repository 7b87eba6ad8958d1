import type { Account, Role } from '../records/account.ts'
import { type MemberState, memberStateOf } from '../records/member.ts'

/** A search for members of a tenant. A condition that is left out does not apply. */
export interface AccountSearch {
  /** Only accounts whose id comes after this one; all unless given. */
  readonly after?: string
  /** The largest number of entries to return. */
  readonly limit: number
  /** Part of the username, the address or the name, in whatever case. */
  readonly text?: string
  /** The state of the accounts to find. */
  readonly state?: MemberState
  /** The role in the organization of the accounts to find. */
  readonly role?: Role
}

/**
 * Whether an account matches a search. Only this function decides it, because databases differ in comparing
 * the case of letters.
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
