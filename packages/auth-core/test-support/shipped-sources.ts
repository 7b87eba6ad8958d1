import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const top = join(import.meta.dirname, '../src')

/** The files that are shipped of the core, without their comments. */
export const sources = globSync('**/*.ts', { cwd: top })
  .filter((name) => !name.endsWith('.test.ts'))
  .map((name) => ({ name, code: withoutComments(readFileSync(join(top, name), 'utf8')) }))

/** The names of the shipped files in which something stands. */
export function filesWith(pattern: RegExp): readonly string[] {
  const found = sources.filter(({ code }) => pattern.test(code))
  return found.map(({ name }) => name).toSorted()
}

/** What stands as a `kind` in a text, each once. */
export function kindsIn(code: string): readonly string[] {
  return [...new Set([...code.matchAll(/\bkind: '(\w+)'/g)].map(([, kind = '']) => kind))]
}

/** The arguments of each call of a function in a text. */
export function argumentsOf(code: string, name: string): readonly (readonly string[])[] {
  const calls = code.matchAll(new RegExp(`\\b${name}\\(`, 'g'))
  return [...calls].map(({ index }) => splitArguments(code.slice(index + name.length + 1)))
}

/** What stands between commas, up to the bracket that ends the call. */
function splitArguments(code: string): readonly string[] {
  const found: string[] = []
  let depth = 0
  let start = 0
  for (let index = 0; depth >= 0 && index < code.length; index += 1) {
    const letter = code.charAt(index)
    if ('([{'.includes(letter)) depth += 1
    if (')]}'.includes(letter)) depth -= 1
    if (depth >= 0 && !(depth === 0 && letter === ',')) continue
    found.push(code.slice(start, index).trim())
    start = index + 1
  }
  return found
}

function withoutComments(code: string): string {
  return code.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '')
}
