import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { config } from '../config.ts'
import { useHeading } from './use-heading.ts'

/** The fields of a form that a person types into. */
const typed = 'form .field input'

/** A page with a single task. */
export interface CardProps {
  /** The heading, and the title of the tab. */
  readonly title: string
  /** Colours the page as a success or a failure; neither unless given. */
  readonly tone?: 'good' | 'bad'
  /** Makes the page wider, for forms with two columns. */
  readonly wide?: boolean
  /** The content below the heading. */
  readonly children?: ComponentChildren
}

/**
 * A page of one step. Its first empty field takes the focus; without fields its heading does, when it replaces
 * another step.
 */
export function Card({ title, tone, wide = false, children }: CardProps) {
  const heading = useHeading(title)
  const main = useRef<HTMLElement>(null)
  useTitle(title)
  useLayoutEffect(() => {
    const found = [...(main.current?.querySelectorAll<HTMLInputElement>(typed) ?? [])]
    const first = found.find(({ value }) => value === '') ?? found[0]
    first?.focus()
  }, [title])
  return (
    <div class={`page ${wide ? 'wide' : ''}`}>
      <header class="brand">
        <img src={config.brand.logo} alt="" width="32" height="32" />
        <span>{config.brand.name}</span>
      </header>
      <main ref={main} class={`card ${tone ?? ''}`}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </main>
    </div>
  )
}

/** Sets the title of the browser's tab. */
export function useTitle(title: string): void {
  useLayoutEffect(() => {
    document.title = `${title} · ${config.brand.name}`
  }, [title])
}
