/** What an option may be; with `?` it may be left out. */
export type OptionKind = keyof typeof tests | `${keyof typeof tests}?`

const tests = {
  boolean: (value: unknown) => typeof value === 'boolean',
  bytes: (value: unknown) => value instanceof Uint8Array,
  function: (value: unknown) => typeof value === 'function',
  number: (value: unknown) => Number.isFinite(value),
  object: (value: unknown) => typeof value === 'object' && value !== null,
  string: (value: unknown) => typeof value === 'string' && value !== '',
} as const

/**
 * Checks options by their names and kinds, for callers without a compiler.
 *
 * @param of The function that they are given to, for the message.
 * @throws {TypeError} Naming the first option that is unknown, missing or of another kind.
 */
export function checkOptions(
  of: string,
  options: unknown,
  kinds: Readonly<Record<string, OptionKind>>,
): void {
  if (!isRecord(options)) throw new TypeError(`${of}: the options are missing`)
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(kinds, name)) throw new TypeError(`${of}: there is no option ${name}`)
  }
  for (const [name, kind] of Object.entries(kinds)) {
    const value = options[name]
    const wanted = kind.replace('?', '') as keyof typeof tests
    if (value === undefined) {
      if (kind === wanted) throw new TypeError(`${of}: ${name} is missing`)
    } else if (!tests[wanted](value)) {
      throw new TypeError(`${of}: ${name} has to be ${meaningOf[wanted]}`)
    }
  }
}

const meaningOf: Readonly<Record<keyof typeof tests, string>> = {
  boolean: 'true or false',
  bytes: 'a Uint8Array',
  function: 'a function',
  number: 'a number',
  object: 'an object',
  string: 'a text that is not empty',
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
