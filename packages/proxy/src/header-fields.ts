/** Header sections as Node reads them off the wire: names and values in turn. */
import type { ServerResponse } from 'node:http'

/**
 * A header section in the form of Node's client and server: one entry for each name, in lower case, with an
 * array for repeated names.
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

/**
 * Sets header fields on an answer that has not begun.
 * @param fields No name twice.
 */
export function setHeaders(response: ServerResponse, fields: readonly string[]): void {
  for (let index = 0; index + 1 < fields.length; index += 2) {
    response.setHeader(fields[index] ?? '', fields[index + 1] ?? '')
  }
}
