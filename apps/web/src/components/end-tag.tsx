import { thisMinute } from '../clock.ts'
import { daysUntil, relatively } from '../messages/moments.ts'
import { language } from '../messages/of-language.ts'

/** When something ends: a warning under so many days, and a word for what is over. */
export function EndTag({
  at,
  soonDays,
  over,
}: {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly soonDays: number
  readonly over: string
}) {
  const telling = { language, now: thisMinute.value }
  if (at <= thisMinute.value) return <span class="tag">{over}</span>
  const isSoon = daysUntil(at, telling) < soonDays
  return <span class={isSoon ? 'tag warn' : ''}>{relatively(at, telling)}</span>
}
