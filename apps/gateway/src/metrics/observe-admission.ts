import type { Admission, PasswordAdmission, Turn } from '@gatehouse/auth-core/ports'
import type { Durations, Instruments } from '@gatehouse/prometheus'
import { definitions } from './definitions.ts'
import { secondsSince } from './failure-of.ts'

/** Measures how long work waits for its turn, and counts refusals. */
export function observeAdmission({
  counts,
  durations,
}: Instruments): (kind: keyof PasswordAdmission, admission: Admission) => Admission {
  const waits = durations(definitions.admissionSeconds)
  const refusals = counts(definitions.admissionRefused)
  return (kind, admission) => ({
    ...admission,
    refusalFor(entrant) {
      const refusal = admission.refusalFor(entrant)
      if (refusal) refusals.at({ kind, code: codeOf(refusal) }).value += 1
      return refusal
    },
    async admit(entrant, work) {
      let isDone = false
      const outcome = await admission.admit(entrant, async (turn) => {
        const result = await work(timed(turn, waits.at({ kind })))
        isDone = true
        return result
      })
      // A refusal by the work itself is not the queue's.
      if (!isDone) refusals.at({ kind, code: codeOf(outcome) }).value += 1
      return outcome
    },
  })
}

function timed(turn: Turn, waits: Durations): Turn {
  return (piece) => {
    const began = performance.now()
    return turn(() => {
      waits.observe(secondsSince(began))
      return piece()
    })
  }
}

function codeOf(outcome: unknown): string {
  const isRefused = typeof outcome === 'object' && outcome !== null && 'refusal' in outcome
  return isRefused ? String(outcome.refusal) : 'overloaded'
}
