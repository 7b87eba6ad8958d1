/**
 * A header section as Node's own client and server take it: one entry a name, in lower case, with an
 * array where the name came more than once.
 * @param headers Names and values by turns.
 */
export function headerRecord(headers: readonly string[]): Record<string, string | string[]> {
  const record = new Map<string, string | string[]>()
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = (headers[index] ?? '').toLowerCase()
    const value = headers[index + 1] ?? ''
    const before = record.get(name)
    record.set(name, before === undefined ? value : [before, value].flat())
  }
  return Object.fromEntries(record)
}
