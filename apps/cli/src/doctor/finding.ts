import { withoutControlCharacters } from '../console/without-control-characters.ts'
import type { FindingCode } from './finding-kinds.ts'

/** Something that does not go together. */
export interface Finding {
  /** The kind of difference, from a closed list; scripts may go by it. */
  readonly code: FindingCode
  /** The organization, or `database`. */
  readonly where: string
  /** The user, setting or client; empty where it is about the whole. */
  readonly about: string
  /** What is wrong, in half a sentence or with what helps. Holds no secret. */
  readonly text: string
  /** Sets it right; it may run again after it was interrupted. Left out where a person decides. */
  readonly repair?: () => Promise<void>
}

/** A finding as a line. */
export function toLine({ code, where, about, text }: Finding): string {
  const line = `${code.padEnd(22)} ${[where, about].filter(Boolean).join(' ')}: ${text}`
  return withoutControlCharacters(line)
}

/** What is and what should be. */
export function isShould(is: string, should: string): string {
  return `is ${is}, should be ${should}`
}
