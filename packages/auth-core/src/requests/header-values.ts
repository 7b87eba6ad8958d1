/**
 * Every value of one header field, in the order of the message.
 *
 * @param rawHeaders Names and values in turn, as they came over the wire.
 * @param name In lower case.
 */
export function headerValues(rawHeaders: readonly string[], name: string): readonly string[] {
  let values: string[] | undefined
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const other = rawHeaders[index] ?? ''
    // Most names already differ in length, so they need not be converted to lower case.
    if (other.length === name.length && other.toLowerCase() === name) {
      values = [...(values ?? []), rawHeaders[index + 1] ?? '']
    }
  }
  return values ?? none
}

const none: readonly string[] = []
