/** What {@link canonicalJson} takes. */
export type JsonValue = string | number | boolean | null | { readonly [name: string]: JsonValue }

/**
 * JSON as RFC 8785 has it: one text for each value, however its names are ordered. Lists are left
 * out, since nothing needs them.
 */
export function canonicalJson(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  // As text: an object would put names that are numbers first.
  const members = Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}
