import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { showSection } from './show-section.ts'

/** One part of a long page, by the id of its heading. */
export interface ContentsEntry {
  /** The id of the heading. */
  readonly id: string
  /** What the link says. */
  readonly title: string
}

/** The parts of a long page, with the visible one marked. */
export function Contents({
  label,
  entries,
}: {
  readonly label: string
  readonly entries: readonly ContentsEntry[]
}) {
  const current = useSignal(entries[0]?.id)
  useEffect(() => {
    const seen = new IntersectionObserver(
      (changes) => {
        const shown = changes.find(({ isIntersecting }) => isIntersecting)
        if (shown) current.value = shown.target.id
      },
      // People read in the upper part of the window.
      { rootMargin: '0px 0px -65% 0px' },
    )
    for (const { id } of entries) {
      const heading = document.querySelector(`#${id}`)
      if (heading) seen.observe(heading)
    }
    return () => seen.disconnect()
  }, [])
  return (
    <nav class="contents" aria-label={label}>
      <ul>
        {entries.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={current.value === id ? 'true' : undefined}
              onClick={(event) => {
                event.preventDefault()
                showSection(id)
                current.value = id
              }}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
