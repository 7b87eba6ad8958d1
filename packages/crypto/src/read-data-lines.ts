import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The lines of a file in `data/`, which lies beside `src/` and `dist/` alike.
 *
 * @throws {Error} When there is no such file.
 */
export function readDataLines(name: string): readonly string[] {
  const text = readFileSync(join(import.meta.dirname, '..', 'data', name), 'utf8')
  return text.split('\n').filter((line) => line !== '')
}
