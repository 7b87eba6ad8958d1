import { areTooManyGroups, maxGroups } from '../identity/group-limits.ts'
import { controlCharacters } from '../ports/control-character.ts'
import { type Account, type Role, roles } from '../records/account.ts'
import type { FieldError } from '../refusal.ts'

/** The fields of a member that can be changed; a field that is left out stays. */
export interface MemberChange {
  /** The role; never `super_admin`, which only the operator's command gives. */
  readonly role?: Role | undefined
  /** Role on single machines; may be empty. */
  readonly machineRole?: string | undefined
  /** All groups of the member after the change. */
  readonly groups?: readonly string[] | undefined
  /** Whether the member is disabled. */
  readonly disabled?: boolean | undefined
}

const longestText = 100

/** What the role on machines and the groups of a member are. */
export const memberConstraints = {
  machineRole: { minLength: 0, maxLength: longestText, pattern: `^[^${controlCharacters}]*$` },
  groups: { maxItems: maxGroups },
  group: {
    minLength: 1,
    maxLength: longestText,
    pattern: `^/?[^/${controlCharacters}]+(?:/[^/${controlCharacters}]+)*$`,
  },
} as const

const plain = new RegExp(memberConstraints.machineRole.pattern)

/** Every rule that a change breaks. */
export function brokenRules({ role, machineRole, groups }: MemberChange): readonly FieldError[] {
  const errors: FieldError[] = []
  if (role !== undefined && !roles.includes(role)) {
    errors.push({ field: 'role', rule: 'role', message: 'A role is company_admin or user.' })
  }
  if (role === 'super_admin') {
    const message = 'Only the operator of the service makes a super_admin.'
    errors.push({ field: 'role', rule: 'not_given', message })
  }
  if (machineRole !== undefined && !isPlain(machineRole)) {
    const message = 'A machine role has at most 100 characters, and no control characters.'
    errors.push({ field: 'machineRole', rule: 'text', message })
  }
  if (groups && areTooManyGroups(groups)) {
    const message = 'A member is in at most 50 groups, with 2,000 characters in all.'
    errors.push({ field: 'groups', rule: 'length', message })
  }
  if (groups?.some((group) => !isGroup(group))) {
    const message =
      'A group is a name of 1 to 100 characters without control characters, or names with "/" between.'
    errors.push({ field: 'groups', rule: 'name', message })
  }
  return errors
}

/** Whether two accounts differ in the rights that tokens carry. */
export function differInRights(one: Account, other: Account): boolean {
  return (
    one.role !== other.role ||
    one.machineRole !== other.machineRole ||
    !isSameSet(one.groups, other.groups)
  )
}

/** The details of a changed member for the audit log. */
export function detailOf({
  role,
  machineRole,
  groups,
}: Account): Readonly<Record<'role' | 'machine_role' | 'groups', string>> {
  return { role, machine_role: machineRole, groups: groups.join(', ') }
}

function isGroup(group: string): boolean {
  const names = group.replace(/^\//, '').split('/')
  return isPlain(group) && names.every((name) => /\S/.test(name))
}

function isPlain(text: string): boolean {
  // A code point has one or two units: the first comparison bounds the work on huge input.
  const isShort = text.length <= 2 * longestText && [...text].length <= longestText
  return isShort && text.isWellFormed() && plain.test(text)
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return new Set([...one, ...other]).size === new Set(one).size && one.length === other.length
}
