/** Values that {@link canonicalJson} accepts. */
export type JsonValue = string | number | boolean | null | { readonly [name: string]: JsonValue }

/**
 * JSON in the canonical form of RFC 8785: the same text for a value, however its names are ordered. Lists are
 * not supported, since no caller needs them.
 */
export function canonicalJson(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  // Built as text: an object would order numeric names first.
  const members = Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}
