import { useLayoutEffect, useRef } from 'preact/hooks'

/** The number of headings so far: for the first one, the focus stays where the browser puts it. */
let headings = 0

/**
 * For the heading of a page or a step, which takes the focus when it replaces another one.
 *
 * @param title What it says.
 */
export function useHeading(title: string): { readonly current: HTMLHeadingElement | null } {
  const heading = useRef<HTMLHeadingElement>(null)
  // Before the person sees it: later, it would take the focus from another element.
  useLayoutEffect(() => {
    if (headings > 0) heading.current?.focus()
    headings += 1
  }, [title])
  return heading
}
