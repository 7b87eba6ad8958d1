import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Printed = Readonly<Record<string, unknown>>

const page = readFileSync(join(import.meta.dirname, '../../../../docs/operations.md'), 'utf8')

/** The fields that a command prints with `--json`, by the table of the operators' page; sorted. */
function documentedFields(command: string): readonly string[] {
  const row = page
    .split('\n')
    .find((line) => line.startsWith('| `') && line.includes(`\`${command}\``))
  const [, example = ''] = /`(\{.*?\})`(?:;|,| \||$)/.exec(row ?? '') ?? []
  return Object.keys(JSON.parse(example) as Printed).toSorted()
}

/** What a command printed, an object a line. @throws {Error} Where one is not as {@link documentedFields}. */
export function parsePrinted(command: string, output: string): readonly Printed[] {
  const objects = output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Printed)
  const fields = documentedFields(command).join()
  const other = objects.find((each) => Object.keys(each).toSorted().join() !== fields)
  if (other) throw new Error(`${command}: ${Object.keys(other).join()} instead of ${fields}`)
  return objects
}
