import type { ServerResponse } from 'node:http'

/**
 * Sets header fields on an answer that has not begun.
 * @param fields Names and values by turns; no name twice.
 */
export function setFields(response: ServerResponse, fields: readonly string[]): void {
  for (let index = 0; index + 1 < fields.length; index += 2) {
    response.setHeader(fields[index] ?? '', fields[index + 1] ?? '')
  }
}
