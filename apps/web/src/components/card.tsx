import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { config } from '../config.ts'
import { useHeading } from './use-heading.ts'

/** The frame of a page that asks for one thing. */
export interface CardProps {
  /** The heading, and the name of the tab. */
  readonly title: string
  /** Colours it as a success or a failure; neither unless given. */
  readonly tone?: 'good' | 'bad'
  /** Takes more of the width, for forms of two columns. */
  readonly wide?: boolean
  /** What is under the heading. */
  readonly children?: ComponentChildren
}

/** A page of one step. Its heading takes the focus when it replaces another step. */
export function Card({ title, tone, wide = false, children }: CardProps) {
  const heading = useHeading(title)
  useTitle(title)
  return (
    <div class={`page ${wide ? 'wide' : ''}`}>
      <header class="brand">
        <img src={config.brand.logo} alt="" width="32" height="32" />
        <span>{config.brand.name}</span>
      </header>
      <main class={`card ${tone ?? ''}`}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </main>
    </div>
  )
}

/** Names the tab of the browser. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${config.brand.name}`
  }, [title])
}
