import { lowerCaseAscii } from './lower-case-ascii.ts'
import { invalid, type ParseResult, valid } from './parse-result.ts'
import type { TextConstraints } from './text-constraints.ts'

/** What a username is before it is lower-cased. */
export const usernameConstraints = {
  minLength: 3,
  maxLength: 50,
  pattern: '^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$',
} as const satisfies TextConstraints

const reserved = /^(?:admin|root|service-account-.*)$/

/**
 * Reads a username: 3 to 50 characters (interface document) of `a-z`, `0-9`, `.`, `_` and `-` after
 * lower-casing, beginning and ending with a letter or digit. `@` is not among them, so that no username
 * looks like an email address. `admin`, `root` and `service-account-…` are reserved.
 *
 * @param input - The name as typed; nothing is trimmed.
 * @returns The lower-case name, or the rule: `length`, `characters`, `ends`, `reserved`.
 */
export function parseUsername(input: string): ParseResult<string> {
  if (
    input.length < usernameConstraints.minLength ||
    input.length > usernameConstraints.maxLength
  ) {
    return invalid('length', 'A username has 3 to 50 characters.')
  }
  const username = lowerCaseAscii(input)
  if (!/^[a-z0-9._-]+$/.test(username)) {
    return invalid('characters', 'A username has only letters a to z, digits, ".", "_" and "-".')
  }
  if (!/^[a-z0-9].*[a-z0-9]$/.test(username)) {
    return invalid('ends', 'A username begins and ends with a letter or a digit.')
  }
  if (reserved.test(username)) return invalid('reserved', 'This username is reserved.')
  return valid(username)
}
