const markup = Symbol('markup')

/** Markup made by {@link html}. A symbol marks it, so that no data from outside is taken for it. */
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

/** Replaces the five characters that mean something in markup. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/**
 * Writes a text with a name in it that a person chose. Mail programs turn `evil.example` into a link by themselves,
 * unless there is an element within it. The text that is copied stays the same.
 */
export function htmlWithoutLinks(text: string): Html {
  return { [markup]: escapeHtml(text).replaceAll(/[./:@]/g, '<span>$&</span>') }
}

function render(value: InsertedValue): string {
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  return markup in value ? value[markup] : value.map(toMarkup).join('')
}
