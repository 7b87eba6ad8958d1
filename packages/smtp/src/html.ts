const markup = Symbol('markup')

/** Markup made by {@link html}. Its symbol proves that: data from outside cannot have it. */
export interface Html {
  /** The markup, with all data in it escaped. */
  readonly [markup]: string
}

type InsertedValue = string | number | Html | readonly Html[]

/** Writes markup. Every inserted text is escaped, for use in elements and in quoted attributes. */
export function html(fixed: TemplateStringsArray, ...inserted: readonly InsertedValue[]): Html {
  const rest = inserted.map((value, index) => `${render(value)}${fixed[index + 1] ?? ''}`)
  return { [markup]: `${fixed[0] ?? ''}${rest.join('')}` }
}

/** The markup as text. */
export function toMarkup(value: Html): string {
  return value[markup]
}

/** Escapes the five characters with a meaning in markup. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/**
 * Writes a text with a name that a person chose. Mail programs turn text such as `evil.example` into a link,
 * unless there is an element inside it. The copied text stays the same.
 */
export function htmlWithoutLinks(text: string): Html {
  return { [markup]: escapeHtml(text).replaceAll(/(?<=\S)[./:@](?=\S)/g, '<span>$&</span>') }
}

function render(value: InsertedValue): string {
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  return markup in value ? value[markup] : value.map(toMarkup).join('')
}
