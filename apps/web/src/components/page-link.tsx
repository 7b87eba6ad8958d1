import type { ComponentChildren } from 'preact'
import { config, type PageName } from '../config.ts'
import { go, isOwn } from '../flow/router.ts'

/** A link to a page, without loading it when it is one of ours. */
export function PageLink({
  page,
  class: name,
  children,
}: {
  readonly page: PageName
  readonly class?: string
  readonly children: ComponentChildren
}) {
  return (
    <a
      class={name}
      href={config.pages[page]}
      onClick={(event) => {
        const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
        if (!isOwn(page) || !isPlain || event.button !== 0) return
        event.preventDefault()
        go(page)
      }}
    >
      {children}
    </a>
  )
}
