import type { ComponentChildren } from 'preact'
import { config, type PageName } from '../config.ts'
import { go, isOwn, route } from '../flow/router.ts'

/** A link to a page, which is not loaded again when it is one of ours. */
export function PageLink({
  page,
  class: name,
  label,
  isHere,
  leave = (next) => next(),
  children,
}: {
  readonly page: PageName
  readonly class?: string
  /** The label, if its content is not one. */
  readonly label?: string
  /** Whether it leads to the current page, or to the page above it. */
  readonly isHere?: boolean
  /** Asks before the page is left. */
  readonly leave?: (next: () => void) => void
  readonly children: ComponentChildren
}) {
  const isShown = route.value === page
  return (
    <a
      class={name}
      href={config.pages[page]}
      aria-label={label}
      aria-current={isHere ? (isShown ? 'page' : 'true') : undefined}
      onClick={(event) => {
        const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
        if (!isOwn(page) || !isPlain || event.button !== 0) return
        event.preventDefault()
        if (!isShown) leave(() => go(page))
      }}
    >
      {children}
    </a>
  )
}
