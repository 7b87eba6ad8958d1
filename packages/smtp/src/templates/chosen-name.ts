const longest = 40

// U+3002 is a full stop to programs that make links of domain names.
const link = /\S[./:@\u3002]\S/
const number = /\p{Nd}(?:[\s().+/-]*\p{Nd}){5}/u
const command =
  /[`$|<>{}\\;]|&&|!|\b(?:urgent|call|dial|click|visit|log ?in|sign ?in|password|locked|suspended|pay)\b/iu

/**
 * What a mail shows of a name that a person chose. A sign-up can name a stranger's address and any
 * names, so one that reads as a link, as a number to call or to enter, or as a command is left out
 * (T-57, T-99).
 *
 * @returns At most 40 characters that cannot end the quotes around them, or `undefined`.
 */
export function chosenName(name: string): string | undefined {
  const read = name.normalize('NFKC')
  if ([link, number, command].some((pattern) => pattern.test(read))) return undefined
  const shown = [...name.replaceAll(/["\u00ab\u00bb\u201c-\u201f]/gu, "'")]
  return shown.length <= longest ? shown.join('') : `${shown.slice(0, longest - 1).join('')}…`
}

/** A name in quotes after its noun: `the organization “Acme”`. */
export function named(what: string, name: string, otherwise: string): string {
  const shown = chosenName(name)
  return shown === undefined ? otherwise : `${what} “${shown}”`
}

/** `organization “Acme”`, for use after an article. */
export function organizationNamed(name: string): string {
  return named('organization', name, 'organization')
}

/** An account for its owner: `your account “ada” in the organization “Acme”`. */
export function accountNamed(username: string, organization: string): string {
  return `${named('your account', username, 'your account')} in the ${organizationNamed(organization)}`
}
