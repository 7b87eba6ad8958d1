import type { Member } from '../../api/organization-wire.ts'

type MemberName = Pick<Member, 'first_name' | 'last_name' | 'username'>

/** What a person is called: both names, or the username where there are none. */
export function fullNameOf({ first_name: first, last_name: last, username }: MemberName): string {
  return `${first} ${last}`.trim() || username
}

/** The name on a button. */
export function shortNameOf({ first_name: first, username }: MemberName): string {
  return first.trim() || username
}

/** The first letter of a name, as its symbol. */
export function initialOf(name: string): string {
  return [...name][0]?.toUpperCase() ?? ''
}
