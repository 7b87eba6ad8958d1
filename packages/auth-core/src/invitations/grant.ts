import { displayNameConstraints, parseDisplayName } from '../identity/display-name.ts'
import { type EmailAddress, parseEmailAddress } from '../identity/email-address.ts'
import { areTooManyGroups, maxGroups } from '../identity/group-limits.ts'
import { controlCharacters } from '../ports/control-character.ts'
import type { DomainToAscii } from '../ports/domain-to-ascii.ts'
import { type Role, roles } from '../records/account.ts'
import type { FieldError, Invalid } from '../refusal.ts'

/** The grant of an invitation as the caller gave it, before it is checked. */
export interface GrantRequest {
  /** The address to invite. */
  readonly email: string
  /** The role; `user` unless given. */
  readonly role?: Role | undefined
  /** The role on single machines; none unless given. */
  readonly machineRole?: string | undefined
  /** The groups; none unless given. A slash separates a group from one below it. */
  readonly groups?: readonly string[] | undefined
}

/** A grant that keeps every rule. */
export interface Grant {
  /** The address, to send mail to and to compare. */
  readonly email: EmailAddress
  /** The role; never `super_admin`. */
  readonly role: Role
  /** The role on single machines; may be empty. */
  readonly machineRole: string
  /** The groups, without repetitions. */
  readonly groups: readonly string[]
}

/** What the role on machines and the groups of an invitation are. */
export const grantConstraints = {
  machineRole: { ...displayNameConstraints, minLength: 0 },
  groups: { maxItems: maxGroups },
  group: {
    ...displayNameConstraints,
    pattern: `^/?[^/${controlCharacters}]+(?:/[^/${controlCharacters}]+)*$`,
  },
} as const

const groupPath = new RegExp(grantConstraints.group.pattern)

/** Checks all fields. @returns The grant, or every rule that is broken. */
export function parseGrant(
  toAscii: DomainToAscii,
  { email, role = 'user', machineRole = '', groups = [] }: GrantRequest,
): Grant | Invalid {
  const errors: FieldError[] = []
  const address = parseEmailAddress(email, toAscii)
  if (!address.ok) {
    errors.push({ field: 'email', rule: address.rule, message: address.message })
  }
  if (role === 'super_admin' || !roles.includes(role)) {
    const message = 'A role is company_admin or user.'
    errors.push({ field: 'role', rule: 'role', message })
  }
  if (machineRole !== '') {
    const named = parseDisplayName(machineRole)
    if (!named.ok) errors.push({ field: 'machineRole', rule: named.rule, message: named.message })
  }
  const isGroup = (group: string) => groupPath.test(group) && parseDisplayName(group).ok
  if (areTooManyGroups(groups) || !groups.every(isGroup)) {
    const message =
      'At most 50 groups with 2,000 characters in all, each with a name of 1 to 100 characters.'
    errors.push({ field: 'groups', rule: 'groups', message })
  }
  if (!address.ok || errors.length > 0) return { kind: 'invalid', errors }
  return { email: address.value, role, machineRole, groups: [...new Set(groups)] }
}
