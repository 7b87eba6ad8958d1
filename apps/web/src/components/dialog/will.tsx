import type { ComponentChildren } from 'preact'

/** The consequences of an action, before it happens; {@link Consequence} is one of them. */
export function Will({ children }: { readonly children: ComponentChildren }) {
  return <ul class="will">{children}</ul>
}

/** One consequence: red is permanent, green can be undone. */
export function Consequence({
  tone,
  children,
}: {
  readonly tone?: 'bad' | 'good'
  readonly children: ComponentChildren
}) {
  return (
    <li class={tone}>
      <span>{children}</span>
    </li>
  )
}
