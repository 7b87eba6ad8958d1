import { lowerCaseAscii } from './lower-case-ascii.ts'
import { accepted, type Parsed, refused } from './parsed.ts'

const reserved = /^(?:admin|root|service-account-.*)$/

/**
 * Reads a username: 3 to 50 characters (interface document) of `a-z`, `0-9`, `.`, `_` and `-` after
 * lower-casing, beginning and ending with a letter or digit. `@` is not among them, so that no username
 * looks like somebody's email address. `admin`, `root` and `service-account-…` are reserved.
 *
 * @param input - The name as somebody typed it; nothing is trimmed.
 * @returns The lower-case name, or the rule: `length`, `characters`, `ends`, `reserved`.
 */
export function parseUsername(input: string): Parsed<string> {
  if (input.length < 3 || input.length > 50) {
    return refused('length', 'A username has 3 to 50 characters.')
  }
  const username = lowerCaseAscii(input)
  if (!/^[a-z0-9._-]+$/.test(username)) {
    return refused('characters', 'A username has only letters a to z, digits, ".", "_" and "-".')
  }
  if (!/^[a-z0-9].*[a-z0-9]$/.test(username)) {
    return refused('ends', 'A username begins and ends with a letter or a digit.')
  }
  if (reserved.test(username)) return refused('reserved', 'This username is reserved.')
  return accepted(username)
}
