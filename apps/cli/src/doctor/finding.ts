import type { JsonObject } from '../command.ts'
import { withoutControlCharacters } from '../console/without-control-characters.ts'
import type { FindingCode } from './finding-kinds.ts'

/** A difference that was found. */
export interface Finding {
  /** The kind of difference, from a closed list; scripts may rely on it. */
  readonly code: FindingCode
  /** The organization, or `database`. */
  readonly where: string
  /** The user, setting or client; empty for the whole. */
  readonly about: string
  /** What is wrong, and what helps where there is no repair. Holds no secret. */
  readonly text: string
  /** Repairs it; may run again after an interruption. Not set where a person has to decide. */
  readonly repair?: () => Promise<void>
}

/** A finding as a line. */
export function toLine({ code, where, about, text }: Finding): string {
  const line = `${code.padEnd(22)} ${[where, about].filter(Boolean).join(' ')}: ${text}`
  return withoutControlCharacters(line)
}

/** A finding for programs. */
export function asObject({ code, where, about, text, repair }: Finding): JsonObject {
  return { code, where, about, text, repairable: repair !== undefined }
}

/** The actual and the expected value as text. */
export function isShould(is: string, should: string): string {
  return `is ${is}, should be ${should}`
}
