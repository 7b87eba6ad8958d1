import { codeSeconds } from '../chaos-environment.ts'
import type { Evidence, OutboxRecord } from '../evidence.ts'
import { isUnderJump } from './is-under-jump.ts'
import { checkEach, type Rule, together } from './rule.ts'

/** Milliseconds from the last look at the clock to the last byte, on a busy machine. */
const handOverMs = 2000

/** Every mail was sent at least once, unless it expired; none arrived after its expiry. */
export const mailsArrive: Rule = (evidence) => {
  const { arrivals, faults, records } = evidence
  const known = new Map(records.outbox.map((mail) => [mail.id, mail]))
  return together(
    checkEach(records.outbox, (mail) => violationOfMail(mail, evidence)),
    checkEach(arrivals, ({ id, at }) => {
      const mail = known.get(id)
      if (!mail) return `mail ${id} came from nowhere`
      const isLate = mail.notAfter !== null && at > mail.notAfter + handOverMs
      // Its expiry was set by another clock, or looked at on one.
      if (isUnderJump(faults, { sentAt: at - codeSeconds * 1000, endedAt: at })) return false
      return (
        isLate && `mail ${id} (${mail.kind}) came ${at - (mail.notAfter ?? 0)} ms after its expiry`
      )
    }),
  )
}

function violationOfMail(
  { id, kind, notAfter, settledAt, reason }: OutboxRecord,
  evidence: Evidence,
) {
  const name = `mail ${id} (${kind})`
  if (settledAt === null) return !mayBeKept(notAfter, evidence) && `${name} waits for ever`
  const isThere = evidence.arrivals.some((arrival) => arrival.id === id)
  if (reason === null) return !isThere && `${name} was noted as sent, and never came`
  if (reason !== 'expired') return `${name} was given up: ${reason}`
  const wasDue = notAfter !== null && settledAt >= notAfter && !isTooEarly(notAfter, evidence)
  return !wasDue && `${name} was given up before its expiry`
}

/** Whether it could still be sent when all is over, so that a wrong clock has given it up. */
function isTooEarly(notAfter: number, evidence: Evidence): boolean {
  const end = endOf(evidence)
  return end > 0 && notAfter > end && isUnderJump(evidence.faults, { sentAt: 0, endedAt: end })
}

/** When the last answer came. */
function endOf({ attempts }: Pick<Evidence, 'attempts'>): number {
  return attempts.reduce((latest, { endedAt }) => Math.max(latest, endedAt), 0)
}

/** Whether it has expired by a clock that had jumped: it is kept until the clock is trusted again. */
function mayBeKept(notAfter: number | null, evidence: Evidence): boolean {
  const { faults } = evidence
  const end = endOf(evidence)
  return notAfter !== null && notAfter <= end && isUnderJump(faults, { sentAt: 0, endedAt: end })
}
