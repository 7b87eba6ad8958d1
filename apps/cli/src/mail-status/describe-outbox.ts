import { adviceOn } from '@gatehouse/smtp'
import type { OutboxReason } from '@gatehouse/sql'
import type { JsonObject } from '../command.ts'
import { counted } from '../console/counted.ts'
import { moment, table } from '../console/table.ts'

const heading = ['MAILS', 'STATE', 'REASON', 'OLDEST']
const states = { waiting: 'waiting', given_up: 'given up' } as const

/** Whether a mail has failed, or was given up for more than having become useless. */
export function isStuck(reasons: readonly OutboxReason[]): boolean {
  return reasons.some(({ reason }) => reason !== null && reason !== 'expired')
}

/** How many mails wait, then a line for each reason, then what to do. */
export function asText(reasons: readonly OutboxReason[]): readonly string[] {
  const { waiting, oldest } = summaryOf(reasons)
  const first =
    oldest === null
      ? 'No mail waits.'
      : `${counted(waiting, 'mail')} waiting, the oldest since ${moment(oldest)}.`
  if (reasons.length === 0) return [first]
  const rows = reasons.map(({ mails, state, reason, oldest: since }) => [
    mails.toLocaleString('en'),
    states[state],
    reason ?? 'not tried yet',
    moment(since),
  ])
  const known = new Set(reasons.flatMap(({ reason }) => (reason === null ? [] : [reason])))
  const advice = [...known].flatMap((reason) => {
    const what = adviceOn(reason)
    return what === undefined ? [] : [`${reason}: ${what}.`]
  })
  return [first, '', ...table([heading, ...rows]), ...(advice.length > 0 ? ['', ...advice] : [])]
}

/** One object: `waiting`, `oldest`, and `reasons` with `state`, `reason`, `mails`, `oldest`, `advice`. */
export function asObject(reasons: readonly OutboxReason[]): JsonObject {
  const { waiting, oldest } = summaryOf(reasons)
  return {
    waiting,
    oldest,
    reasons: reasons.map((each) => ({ ...each, advice: adviceOn(each.reason ?? '') ?? null })),
  }
}

function summaryOf(reasons: readonly OutboxReason[]) {
  const waiting = reasons.filter(({ state }) => state === 'waiting')
  const [oldest = null] = waiting
    .map((each) => each.oldest)
    .toSorted((a, b) => Number(a) - Number(b))
  return { waiting: waiting.reduce((sum, { mails }) => sum + mails, 0), oldest }
}
