import { parseUsername } from '../identity/username.ts'

const longestStem = 40

/**
 * Usernames for a person who has chosen none, in the order in which they are tried: the part of the
 * address before the `@`, made valid, then the same with a number. All keep the rules for usernames;
 * there may be none.
 *
 * @param emailCanonical The address.
 */
export function usernamesOfAddress(emailCanonical: string): readonly string[] {
  const stem = trimmed(
    trimmed(localPartOf(emailCanonical).replaceAll(/[^a-z0-9._-]+/g, '-')).slice(0, longestStem),
  )
  const numbered = Array.from({ length: 20 }, (_, index) => (index === 0 ? '' : `${index + 1}`))
  return numbered.map((number) => `${stem}${number}`).filter((name) => parseUsername(name).ok)
}

/** The part of an address before the `@`. */
export function localPartOf(email: string): string {
  return email.slice(0, email.lastIndexOf('@'))
}

function trimmed(name: string): string {
  return name.replaceAll(/^[._-]+|[._-]+$/g, '')
}
