import { isEmail } from './input-checks.ts'

/** Email addresses as a person typed or pasted them: by commas, semicolons, spaces or lines. */
export interface Addresses {
  /** The valid addresses as given, without repetitions. */
  readonly emails: readonly string[]
  /** The texts that are not addresses. */
  readonly wrong: readonly string[]
}

/** Reads addresses; of text with angle brackets, as mail programs copy it, only the part inside counts. */
export function addressesIn(text: string): Addresses {
  const plain = text.replaceAll(/[^,;\n<]*<([^>]*)>/g, '$1 ')
  const found = plain.split(/[\s,;]+/).filter((part) => part !== '')
  const once = found.filter(
    (email, index) => found.findIndex((other) => same(other, email)) === index,
  )
  return {
    emails: once.filter((part) => isEmail(part)),
    wrong: once.filter((part) => !isEmail(part)),
  }
}

/** Reads a list with commas, without repetitions. */
export function listIn(text: string): readonly string[] {
  const entries = text.split(',').map((entry) => entry.trim())
  return [...new Set(entries.filter((entry) => entry !== ''))]
}

/** A username made from an email address; empty if none is possible. */
export function usernameFrom(email: string): string {
  const local = email.split('@')[0]?.toLowerCase() ?? ''
  const name = local.replaceAll(/[^a-z0-9._-]+/g, '.').replaceAll(/^[^a-z0-9]+|[^a-z0-9]+$/g, '')
  return name.length < 3 ? '' : name.slice(0, 50)
}

/** An address of which its owner knows enough: `g•••@example.com`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return at < 1 ? '' : `${first}•••${email.slice(at)}`
}

/** A short name for an organization, from its display name; empty if none is possible. */
export function shortNameFrom(name: string): string {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase()
  const words = plain.split(/[^a-z0-9]+/).filter((word) => word !== '')
  return words.join('-').slice(0, 63).replace(/-$/, '')
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** The parts of a name without spaces, and where each begins. Each but the last ends with a sign that separates. */
export function partsOfName(
  name: string,
): readonly { readonly part: string; readonly at: number }[] {
  const found = name.matchAll(/.+?(?:[._/@:]+|$)/gsu)
  return [...found].map(({ 0: part, index: at }) => ({ part, at }))
}
