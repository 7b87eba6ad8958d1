import type { AuditEntry } from '../../api/organization-wire.ts'
import { dayHeading, type Telling } from '../../messages/moments.ts'

/** The entries of one day. */
export interface Day {
  /** The heading above the entries. */
  readonly heading: string
  /** The entries, in the given order. */
  readonly entries: readonly AuditEntry[]
}

/** Groups entries by day in the person's time zone, in the given order. */
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

/** The first moment of a chosen day (`2026-11-22`), in RFC 3339; `undefined` without a day. */
export function startOf(day: string): string | undefined {
  return momentOf(`${day}T00:00:00`)
}

/** The first moment of the next day, in RFC 3339; `undefined` without a day. */
export function endOf(day: string): string | undefined {
  const next = new Date(`${day}T00:00:00`)
  next.setDate(next.getDate() + 1)
  return Number.isNaN(next.getTime()) ? undefined : next.toISOString()
}

/** The moment of a date and time without a zone, which are in the browser's time zone. */
function momentOf(local: string): string | undefined {
  const moment = new Date(local)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}
