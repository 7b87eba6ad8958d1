import { useLayoutEffect, useRef } from 'preact/hooks'
import type { AuditEntry } from '../../api/organization-wire.ts'
import { thisMinute } from '../../clock.ts'
import { audit as m } from '../../messages/audit.ts'
import { fill } from '../../messages/fill.ts'
import { language } from '../../messages/of-language.ts'
import { byDay } from './days.ts'
import { EntryLine } from './entry-line.tsx'
import type { Audit } from './use-audit.ts'

/** The entries by day, and a button for older ones. */
export function Entries({
  audit,
  entries,
}: {
  readonly audit: Audit
  readonly entries: readonly AuditEntry[]
}) {
  const list = useRef<HTMLDivElement>(null)
  const { value: before } = audit.before
  useLayoutEffect(() => {
    if (before > 0) list.current?.querySelectorAll('summary')[before]?.focus()
  }, [before])
  const telling = { language, now: thisMinute.value }
  return (
    <div ref={list}>
      {byDay(entries, telling).map((day) => (
        <section key={day.heading}>
          <h2 class="day">{day.heading}</h2>
          <ul class="events">
            {day.entries.map((entry) => (
              <EntryLine key={entry.seq} entry={entry} telling={telling} />
            ))}
          </ul>
        </section>
      ))}
      <div class="more">
        <p role="status">
          {countOf(entries.length, audit.cursor.value === null)} {m.times}
        </p>
        {audit.cursor.value !== null && (
          <button
            type="button"
            class="quiet"
            aria-disabled={audit.isBusy.value}
            onClick={() => {
              if (!audit.isBusy.peek()) audit.showOlder()
            }}
          >
            {audit.isBusy.value ? m.loading : m.older}
          </button>
        )}
      </div>
    </div>
  )
}

function countOf(count: number, isAll: boolean): string {
  const n = new Intl.NumberFormat(language).format(count)
  if (!isAll) return `${fill(m.entriesSoFar, { n })}.`
  return `${count === 1 ? m.oneEntry : fill(m.entries, { n })}.`
}
