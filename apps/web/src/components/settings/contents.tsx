import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { currentPart, type Reading } from './current-part.ts'
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
  /** Where the page stands since a link led there; what the person chose stays marked until they scroll. */
  const ledTo = useRef<number | undefined>(undefined)
  useEffect(() => {
    const follow = () => {
      if (ledTo.current === scrollY) return
      ledTo.current = undefined
      current.value = entries[currentPart(readingOf(entries))]?.id
    }
    addEventListener('scroll', follow, { passive: true })
    addEventListener('resize', follow)
    return () => {
      removeEventListener('scroll', follow)
      removeEventListener('resize', follow)
    }
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
                ledTo.current = scrollY
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

function readingOf(entries: readonly ContentsEntry[]): Reading {
  const { scrollHeight, clientHeight } = document.documentElement
  const tops = entries.map(
    ({ id }) => document.querySelector(`#${id}`)?.getBoundingClientRect().top ?? 0,
  )
  // Half a pixel may be left when the page is zoomed.
  return { tops, height: clientHeight, isAtEnd: scrollY + clientHeight >= scrollHeight - 1 }
}
