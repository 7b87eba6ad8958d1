import type { ComponentChildren } from 'preact'

/** One setting: its explanation on the left, its controls on the right. */
export interface SectionProps {
  /** The id in the document. */
  readonly id: string
  /** The heading. */
  readonly title: string
  /** An explanation, in a sentence. */
  readonly lead: ComponentChildren
  /** The controls. */
  readonly children: ComponentChildren
}

/** A part of a page of settings. */
export function Section({ id, title, lead, children }: SectionProps) {
  return (
    <section aria-labelledby={id}>
      <header>
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        <p>{lead}</p>
      </header>
      <div>{children}</div>
    </section>
  )
}
