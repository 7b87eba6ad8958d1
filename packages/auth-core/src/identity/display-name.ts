import { controlCharacter, controlCharacters } from '../ports/control-character.ts'
import { invalid, type ParseResult, valid } from './parse-result.ts'
import type { TextConstraints } from './text-constraints.ts'

const longestName = 100

/** What a name that is only shown is. */
export const displayNameConstraints = {
  minLength: 1,
  maxLength: longestName,
  pattern: `^[^${controlCharacters}]*$`,
} as const satisfies TextConstraints

const visible = /(?![\p{White_Space}\p{Default_Ignorable_Code_Point}])[^\p{C}]/u

/**
 * Reads a name that is only shown: a first name, a last name, a company. 1 to 100 code points of any
 * script, at least one of them visible, without control characters, and nothing that looks like a web
 * address, because names stand in mails to people who did not ask for them.
 *
 * @param input - The name as typed.
 * @returns The name unchanged, or the rule: `length`, `blank`, `control_characters`, `not_text` (half a
 *   surrogate pair), `web_address`.
 */
export function parseDisplayName(input: string): ParseResult<string> {
  if (input === '' || isTooLong(input)) return invalid('length', 'A name has 1 to 100 characters.')
  if (!input.isWellFormed()) return invalid('not_text', 'A name is valid Unicode text.')
  if (controlCharacter.test(input)) {
    return invalid('control_characters', 'A name has no line breaks or other control characters.')
  }
  if (!visible.test(input)) return invalid('blank', 'A name has at least one visible character.')
  if (looksLikeWebAddress(input)) return invalid('web_address', 'A name is not a web address.')
  return valid(input)
}

function isTooLong(name: string): boolean {
  // A code point has one or two units: the first comparison bounds the work on huge input.
  return name.length > 2 * longestName || [...name].length > longestName
}

function looksLikeWebAddress(name: string): boolean {
  // Mail programs also turn full-width spellings into links.
  return /:\/\/|www\./i.test(name.normalize('NFKC'))
}
