import type { AuditEntry } from '../../api/organization-wire.ts'
import { dayHeading, type Telling } from '../../messages/moments.ts'

/** What happened on one day. */
export interface Day {
  /** What stands above the entries. */
  readonly heading: string
  /** In the order they came. */
  readonly entries: readonly AuditEntry[]
}

/** Entries by the day on which they happened where the person is, in the order they came. */
export function byDay(entries: readonly AuditEntry[], telling: Telling): readonly Day[] {
  const days: { heading: string; entries: AuditEntry[] }[] = []
  for (const entry of entries) {
    const heading = dayHeading(Date.parse(entry.at), telling)
    const last = days.at(-1)
    if (last?.heading === heading) last.entries.push(entry)
    else days.push({ heading, entries: [entry] })
  }
  return days
}

/** The first moment of a day that was chosen (`2026-11-22`), in RFC 3339; nothing for no day. */
export function startOf(day: string): string | undefined {
  return momentOf(`${day}T00:00:00`)
}

/** The first moment of the day after it. */
export function endOf(day: string): string | undefined {
  const next = new Date(`${day}T00:00:00`)
  next.setDate(next.getDate() + 1)
  return Number.isNaN(next.getTime()) ? undefined : next.toISOString()
}

/** A date with a time and no zone is of the place where the browser is. */
function momentOf(local: string): string | undefined {
  const moment = new Date(local)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}
