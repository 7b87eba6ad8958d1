import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { type Remark, remark } from './remark.ts'

/** What a file of settings holds. */
export interface ConfigFile {
  /** The values; empty when there is a mistake. */
  readonly values: Readonly<Record<string, string>>
  /** The lines that cannot be read; empty for a valid file. */
  readonly mistakes: readonly Remark[]
}

// The parser passes over a line that it cannot read, cuts an unquoted value off at its first #, and
// a quoted one at its second quote. A setting, or half a secret, would be lost without a word.
const name = '(?:export\\s+)?[A-Za-z_][A-Za-z0-9_]*'
const quoted = `'[^']*'|"[^"]*"|\`[^\`]*\``
const plain = '(?:[^\'"`#\\s][^#]*)?'
const line = new RegExp(
  `^\\s*(?:#[^\\n]*|${name}\\s*=[^\\S\\n]*(?:${quoted}|${plain})(?:\\s+#[^\\n]*)?\\s*)?$`,
)

/**
 * Reads a file of `NAME=value` lines; blank lines and comments are skipped.
 *
 * @param path The value of `CONFIG_FILE`; without one there are no values.
 */
export function readConfigFile(path: string | undefined): ConfigFile {
  // An empty path is reported together with the other empty variables.
  if (!path) return { values: {}, mistakes: [] }
  const text = readText(path)
  if (!text.ok) return refused(`cannot be read (${text.code})`)
  const wrong = text.value.split('\n').findIndex((each) => !line.test(each)) + 1
  // The line is not shown: it may hold a secret.
  if (wrong > 0) return refused(`must hold lines NAME=value; look at line ${wrong}, ${hint}`)
  const values = Object.entries(parseEnv(text.value)).map(
    ([key, value]) => [key, value ?? ''] as const,
  )
  if (values.some(([key]) => key === 'CONFIG_FILE')) return refused('cannot name another file')
  return { values: Object.fromEntries(values), mistakes: [] }
}

const hint = 'and put quotes around a value that holds # or quotes'

type TextReading =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly code: string }

function readText(path: string): TextReading {
  try {
    return { ok: true, value: readFileSync(path, 'utf8').replace(/^\uFEFF/, '') }
  } catch (error) {
    if (!Error.isError(error) || !('code' in error)) throw error
    return { ok: false, code: String(error.code) }
  }
}

function refused(predicate: string): ConfigFile {
  return { values: {}, mistakes: [remark('CONFIG_FILE', predicate)] }
}
