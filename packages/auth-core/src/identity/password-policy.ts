import { invalid, type ParseResult, valid } from './parse-result.ts'
import type { TextConstraints } from './text-constraints.ts'

const shortestPassword = 8
const longestPassword = 256

/** What a new password is. */
export const passwordConstraints = {
  minLength: shortestPassword,
  maxLength: longestPassword,
  pattern: '^[^\\u0000]*$',
} as const satisfies TextConstraints

/** What a new password must not merely repeat. */
export interface PasswordContext {
  /** The account's email address. */
  readonly email: string
  /** The organization's name, as typed or as realm name. */
  readonly organization: string
}

/**
 * Checks a new password, at sign-up and at reset alike (NIST SP 800-63B section 3.1.1): 8 to 256 code
 * points, and so at most 1,024 bytes of UTF-8; not a common password, the email address or the
 * organization. No rule asks for kinds of characters, and nothing is trimmed.
 *
 * @param password - The password as typed.
 * @param context - What the password must not repeat, whatever the case.
 * @param isCommon - Whether a password is on the list of the most common ones. It is asked for the
 *   password as typed and in lower case.
 * @returns The password unchanged, or the rule: `too_short`, `too_long`, `not_text` (U+0000, or half a
 *   surrogate pair), `too_common`, `same_as_email`, `same_as_organization`.
 */
export function validatePassword(
  password: string,
  context: PasswordContext,
  isCommon: (password: string) => boolean,
): ParseResult<string> {
  if (isTooLong(password)) return invalid('too_long', 'A password has at most 256 characters.')
  if ([...password].length < shortestPassword) {
    return invalid('too_short', 'A password has at least 8 characters.')
  }
  // Password hashes written in C stop at U+0000, and half a pair has no UTF-8.
  if (password.includes('\0') || !password.isWellFormed()) {
    return invalid('not_text', 'A password is valid Unicode text without null characters.')
  }
  return checkGuessability(password, context, isCommon)
}

function isTooLong(password: string): boolean {
  // A code point has one or two units: the first comparison bounds the work on huge input.
  return password.length > 2 * longestPassword || [...password].length > longestPassword
}

function checkGuessability(
  password: string,
  { email, organization }: PasswordContext,
  isCommon: (password: string) => boolean,
): ParseResult<string> {
  const folded = password.toLowerCase()
  if (folded === email.toLowerCase()) {
    return invalid('same_as_email', 'A password is not the email address.')
  }
  if (hyphenated(folded) === hyphenated(organization.toLowerCase())) {
    return invalid('same_as_organization', 'A password is not the name of the organization.')
  }
  if (isCommon(password) || isCommon(folded)) {
    return invalid('too_common', 'This password is one of the most common ones.')
  }
  return valid(password)
}

function hyphenated(name: string): string {
  return name.replaceAll(' ', '-')
}
