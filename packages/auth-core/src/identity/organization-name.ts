import { lowerCaseAscii } from './lower-case-ascii.ts'
import { invalid, type ParseResult, valid } from './parse-result.ts'
import type { TextConstraints } from './text-constraints.ts'

/** What an organization name is before it becomes a realm name. */
export const organizationNameConstraints = {
  minLength: 1,
  maxLength: 63,
  pattern: '^[A-Za-z0-9](?:[A-Za-z0-9 -]*[A-Za-z0-9])?$',
} as const satisfies TextConstraints

const realmName = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

// The administration realm, and path segments that identity providers or Gatehouse itself use at the root.
const reserved: ReadonlySet<string> = new Set([
  'master',
  'admin',
  'realms',
  'resources',
  'health',
  'metrics',
  'api',
  'auth',
  'js',
])

/**
 * The realm name, which is the tenant id, that an organization name becomes: lower case, with a hyphen
 * for each space (interface document). The result has 1 to 63 characters of `a-z`, `0-9` and `-`, and
 * begins and ends with a letter or digit. Two names may become the same realm: whether it is taken is
 * for the accounts to say.
 *
 * @param organizationName - The name as typed; nothing is trimmed.
 * @returns The realm name, or the rule: `length`, `characters`, `reserved`.
 */
export function realmNameOf(organizationName: string): ParseResult<string> {
  if (organizationName === '' || organizationName.length > organizationNameConstraints.maxLength) {
    return invalid('length', 'An organization name has 1 to 63 characters.')
  }
  const realm = lowerCaseAscii(organizationName).replaceAll(' ', '-')
  if (!realmName.test(realm)) {
    return invalid(
      'characters',
      'An organization name has letters a to z, digits, spaces and hyphens, the ends a letter or digit.',
    )
  }
  if (reserved.has(realm)) return invalid('reserved', 'This organization name is reserved.')
  return valid(realm)
}
