import type { ComponentChildren } from 'preact'

/** What will happen, before it does; {@link Consequence} is a line of it. */
export function Will({ children }: { readonly children: ComponentChildren }) {
  return <ul class="will">{children}</ul>
}

/** One consequence: red is for good, green can be undone. */
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
