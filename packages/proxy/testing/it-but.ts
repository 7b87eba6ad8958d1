import { it } from '@jest/globals'

/** Tests that something does otherwise on purpose: their names, and what it does instead. */
export type Deviations = Readonly<Record<string, string>>

/** Registers tests as `it` does, but for those that are declared to be otherwise. */
export function itBut(deviations: Deviations) {
  const declared = (name: string) => Object.hasOwn(deviations, name)
  const register = (name: string, work: () => Promise<void> | void) => {
    if (!declared(name)) it(name, work)
  }
  const each = <const Row>(rows: readonly Row[]) => {
    return (name: string, work: (...row: RowValues<Row>) => Promise<void> | void) => {
      for (const row of rows) {
        const values = (Array.isArray(row) ? row : [row]) as unknown as RowValues<Row>
        register(nameOf(name, row), () => work(...values))
      }
    }
  }
  return Object.assign(register, { each })
}

type RowValues<Row> = Row extends readonly [...infer Values] ? [...Values] : [Row]

/** `%s`, `%i` and `%j` in turn, and `$member` of a row that is an object, as Jest fills them in. */
function nameOf(name: string, row: unknown): string {
  const values: unknown[] = Array.isArray(row) ? [...row] : [row]
  const filled = name.replaceAll(/%[sij]/g, (mark) => {
    const value = values.shift()
    return mark === '%j' ? JSON.stringify(value) : String(value)
  })
  if (typeof row !== 'object' || row === null) return filled
  const members: ReadonlyMap<string, unknown> = new Map(Object.entries(row))
  return filled.replaceAll(/\$(\w+)/g, (mark, member) =>
    members.has(member) ? String(members.get(member)) : mark,
  )
}
