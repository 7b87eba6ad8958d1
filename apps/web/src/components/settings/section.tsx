import type { ComponentChildren } from 'preact'

/** One setting: what it is on the left, what one does on the right. */
export interface SectionProps {
  /** Names it in the document. */
  readonly id: string
  /** The heading. */
  readonly title: string
  /** What it is, in a sentence. */
  readonly lead: ComponentChildren
  /** What one does. */
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
