/** How a moment is shown: near ones relative to now, others by their day. */
export interface Telling {
  /** A tag, such as `de`. */
  readonly language: string
  /** Now, in milliseconds. */
  readonly now: number
  /** The time zone; the browser's unless given. */
  readonly timeZone?: string
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Days within which a moment is shown relative to now. */
const nearDays = 7

/** `27 November`; with the year if it is not the current one. @param at In milliseconds. */
export function dayOf(at: number, telling: Telling): string {
  const isThisYear = partOf(at, 'year', telling) === partOf(telling.now, 'year', telling)
  const year = isThisYear ? {} : ({ year: 'numeric' } as const)
  return format(at, { day: 'numeric', month: 'long', ...year }, telling)
}

/** `08:12` */
export function timeOf(at: number, telling: Telling): string {
  return format(at, { hour: '2-digit', minute: '2-digit' }, telling)
}

/** `29 November 2026 at 10:41:07 UTC`, for details. */
export function exactly(at: number, telling: Telling): string {
  return format(at, { dateStyle: 'long', timeStyle: 'long' }, telling)
}

/** `now`, `12 minutes ago`, `in 5 days`, `yesterday`, or the day. */
export function relatively(at: number, telling: Telling): string {
  const { language, now } = telling
  const away = at - now
  const ago = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  if (Math.abs(away) < minuteMs) return ago.format(0, 'second')
  if (Math.abs(away) < hourMs) return ago.format(Math.trunc(away / minuteMs), 'minute')
  const days = daysUntil(at, telling)
  if (days === 0 || Math.abs(away) < dayMs / 2) {
    return ago.format(Math.trunc(away / hourMs), 'hour')
  }
  return Math.abs(days) < nearDays ? ago.format(days, 'day') : dayOf(at, telling)
}

/** `today, 08:12`, or the day alone. */
export function dayAndTime(at: number, telling: Telling): string {
  if (daysUntil(at, telling) !== 0) return dayOf(at, telling)
  return `${todayIn(telling)}, ${timeOf(at, telling)}`
}

/** The heading of a day's entries: `Today, 29 November`, `Friday, 27 November`. */
export function dayHeading(at: number, telling: Telling): string {
  const days = daysUntil(at, telling)
  const ago = new Intl.RelativeTimeFormat(telling.language, { numeric: 'auto' })
  const name =
    days === 0 || days === -1 ? ago.format(days, 'day') : format(at, { weekday: 'long' }, telling)
  return `${name.slice(0, 1).toLocaleUpperCase(telling.language)}${name.slice(1)}, ${dayOf(at, telling)}`
}

/** Whole days of the calendar from now on; negative for the past. */
export function daysUntil(at: number, telling: Telling): number {
  return Math.round((midnight(at, telling) - midnight(telling.now, telling)) / dayMs)
}

/** A countdown: `0:42`. @param seconds Rounded up, at least 0. */
export function countdown(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

function todayIn({ language }: Telling): string {
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(0, 'day')
}

/** Midnight of a moment's day, in a calendar without summer time. */
function midnight(at: number, telling: Telling): number {
  const [year, month, day] = (['year', 'month', 'day'] as const).map((part) =>
    Number(partOf(at, part, telling)),
  )
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day)
}

function partOf(at: number, part: 'year' | 'month' | 'day', { timeZone }: Telling): string {
  return new Intl.DateTimeFormat('en-US', { [part]: 'numeric', timeZone }).format(at)
}

function format(
  at: number,
  options: Intl.DateTimeFormatOptions,
  { language, timeZone }: Telling,
): string {
  // British English, as everywhere on the pages: the day before the month.
  const tag = language === 'en' ? 'en-GB' : language
  return new Intl.DateTimeFormat(tag, { ...options, timeZone }).format(at)
}
