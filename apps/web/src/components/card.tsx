import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { config } from '../config.ts'

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
  const heading = useRef<HTMLHeadingElement>(null)
  useTitle(title)
  useEffect(() => {
    if (steps > 0) heading.current?.focus()
    steps += 1
  }, [title])
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

/** Steps shown so far: on the first one the focus stays where the browser puts it. */
let steps = 0

/** Names the tab of the browser. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${config.brand.name}`
  }, [title])
}
