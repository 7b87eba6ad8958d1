import type { ApiError } from '../api/call.ts'
import { de } from './de.ts'
import { en, type Messages } from './en.ts'

/** The catalogues by language tag. The gateway chooses one by `Accept-Language`. */
export const catalogues: Readonly<Record<string, Messages>> = { en, de }

/**
 * The messages in the language of a page (a BCP 47 tag); English if there is no catalogue for it.
 */
export function catalogueOf(language: string): Messages {
  return catalogues[language.slice(0, 2)] ?? en
}

/** What went wrong and what to do, in one or two sentences. */
export function sentenceOf(m: Messages, { code, retryAfter, requestId }: ApiError): string {
  const text = Object.hasOwn(m.problems, code) ? m.problems[code] : m.problems.unknown
  if (!text) return code
  const next = retryAfter === undefined ? text.next : m.waitFor(inWords(m, retryAfter))
  const id = requestId ? ` ${m.requestId(requestId)}` : ''
  return `${text.what} ${next}${id}`
}

/** The error of each field of a form, by its name on the wire. */
export function fieldSentences(
  m: Messages,
  { errors }: Pick<ApiError, 'errors'>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    errors.map(({ field, rule, message }) => [
      field,
      rule === 'required' ? m.required : (m.rules[`${subjectOf(field)}.${rule}`] ?? message),
    ]),
  )
}

/** A time in whole seconds or minutes, rounded up. @param seconds More than none. */
export function inWords({ time }: Messages, seconds: number): string {
  if (seconds < 60) return time.seconds(Math.ceil(seconds))
  return time.minutes(Math.ceil(seconds / 60))
}

/** A longer time in its two largest units, such as `3 h 5 min`. */
export function inShort({ time }: Messages, seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  if (seconds < 60) return time.seconds(Math.max(0, Math.floor(seconds)))
  if (hours < 1) return time.shortMinutes(minutes)
  if (hours < 48) return `${time.hours(hours)} ${time.shortMinutes(minutes % 60)}`
  return time.days(Math.floor(hours / 24))
}

function subjectOf(field: string): string {
  if (['first_name', 'last_name', 'company_name'].includes(field)) return 'name'
  return field === 'new_password' ? 'password' : field
}
