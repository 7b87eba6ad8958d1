/** The fields of a body with their types, in the words of the interface document. */
export function fieldTypes(body: object): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, typeOf(value)]))
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return `array of ${[...new Set(value.map(typeOf))].join(' or ')}`
  if (Number.isInteger(value)) return 'integer'
  return value === null ? 'null' : typeof value
}
