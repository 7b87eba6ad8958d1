import { readFileSync } from 'node:fs'
import { type Remark, remark } from './remark.ts'

/** What a file of settings holds. */
export interface ConfigFile {
  /** The values; empty when there is a mistake. */
  readonly values: Readonly<Record<string, string>>
  /** The lines that cannot be read; empty for a valid file. */
  readonly mistakes: readonly Remark[]
}

// A # begins a comment at the beginning of a line and after a space. Anywhere else it belongs to the value, as
// in a colour or a password.
const name = '(?:export\\s+)?(?<name>[A-Za-z_][A-Za-z0-9_]*)'
const quoted = `'(?<single>[^']*)'|"(?<double>[^"]*)"|\`(?<back>[^\`]*)\``
const plain = `(?<plain>(?:(?:(?<==)#|[^'"\`#\\s])[^\\n]*?)?)`
const setting = new RegExp(
  `^\\s*${name}\\s*=[^\\S\\n]*(?:${quoted}|${plain})(?:\\s+#[^\\n]*)?\\s*$`,
)
const skipped = /^\s*(?:#[^\n]*)?$/

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
  const lines = text.value.split('\n').map(readLine)
  const wrong = lines.indexOf(undefined) + 1
  // The line is not shown: it may hold a secret.
  if (wrong > 0) return refused(`must hold lines NAME=value; look at line ${wrong}, ${hint}`)
  const values = lines.flatMap((each) => each ?? [])
  if (values.some(([key]) => key === 'CONFIG_FILE')) return refused('cannot name another file')
  return { values: Object.fromEntries(values), mistakes: [] }
}

const hint = 'and put quotes of another kind around a value that begins with a quote'

/** The name and value of a line; empty for a blank one or a comment, `undefined` for any other. */
function readLine(line: string): readonly (readonly [string, string])[] | undefined {
  if (skipped.test(line)) return []
  const { name = '', single, double, back, plain } = setting.exec(line)?.groups ?? {}
  if (name === '') return undefined
  const value = single ?? double?.replaceAll('\\n', '\n') ?? back ?? plain
  return [[name, value ?? '']]
}

type TextReading =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly code: string }

function readText(path: string): TextReading {
  try {
    return { ok: true, value: readFileSync(path, 'utf8').replace(/^\uFEFF/, '') }
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error
    return { ok: false, code: String(error.code) }
  }
}

function refused(predicate: string): ConfigFile {
  return { values: {}, mistakes: [remark('CONFIG_FILE', predicate)] }
}
