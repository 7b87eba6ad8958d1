import type { Admission } from '../ports/admission.ts'
import { whoIsNext } from './admission-order.ts'
import {
  type AdmissionBounds,
  createAdmissionRoom,
  noPlace,
  type QueuedAttempt,
} from './admission-room.ts'
import { createSubjectTurns } from './subject-turns.ts'

/**
 * Bounds for a password hash of about 14 ms: waiting work is done within a second, or given up after two. Known
 * networks come first and are few, so that theirs is late rather than refused when the store is slow.
 */
export const defaultAdmissionBounds: AdmissionBounds = {
  concurrency: 4,
  maxWaiting: 64,
  maxPerNetwork: 8,
  maxPerSubject: 4,
  maxWaitSeconds: 2,
  maxKnownWaitSeconds: 10,
}

/** The work did not start, because its attempt lost its place. */
class DroppedError extends Error {}

/**
 * Makes an admission of its own, in which nothing waits.
 *
 * @param now Milliseconds of a clock that is never set; without one, no attempt waits for too long.
 * @throws {TypeError} When a bound is none, such as `NaN`: everything would be within it.
 */
export function createAdmission(bounds: AdmissionBounds, now: () => number = () => 0): Admission {
  for (const name of Object.keys(defaultAdmissionBounds) as (keyof AdmissionBounds)[]) {
    if (!(Number.isFinite(bounds[name]) && bounds[name] >= 0)) {
      throw new TypeError(`the bound ${name} is missing, or no number`)
    }
  }
  const room = createAdmissionRoom(bounds, now)
  const subjects = createSubjectTurns<QueuedAttempt>()
  let underWay = 0
  let turns = 0

  function* candidates(): Iterable<QueuedAttempt> {
    for (const attempt of room.attempts) if (subjects.mayWork(attempt)) yield attempt
  }

  function end(attempt: QueuedAttempt): void {
    room.leave(attempt)
    if (isDone(attempt)) subjects.end(attempt)
    serve()
  }

  function serve(): void {
    room.dropLost()
    while (underWay < bounds.concurrency) {
      const attempt = whoIsNext(candidates(), turns + 1)
      if (!attempt) return
      turns += 1
      underWay += 1
      attempt.share.underWay += 1
      attempt.unitsUnderWay += 1
      attempt.share.lastTurn = turns
      attempt.hasBegun = true
      subjects.begin(attempt)
      attempt.waiting.shift()?.start()
    }
  }

  function finish(attempt: QueuedAttempt): void {
    underWay -= 1
    attempt.share.underWay -= 1
    attempt.unitsUnderWay -= 1
    if (isDone(attempt)) subjects.end(attempt)
    attempt.unitsDone += 1
    serve()
  }

  function waitForTurn(attempt: QueuedAttempt): Promise<void> {
    return new Promise((start, reject) => {
      const drop = () => reject(new DroppedError('not begun'))
      if (attempt.isOver) return drop()
      attempt.waiting.push({ start, drop })
      serve()
    })
  }

  return {
    async admit(entrant, work) {
      const attempt = room.enter(entrant)
      if ('kind' in attempt) return attempt
      try {
        return await work(async (piece) => {
          await waitForTurn(attempt)
          try {
            return await piece()
          } catch (error) {
            room.leave(attempt)
            throw error
          } finally {
            finish(attempt)
          }
        })
      } catch (error) {
        if (error instanceof DroppedError) return noPlace
        throw error
      } finally {
        end(attempt)
      }
    },

    refusalFor: (entrant) => room.refusalFor(entrant),

    use() {
      let waiting = 0
      for (const attempt of room.attempts) waiting += attempt.waiting.length
      return { underWay, waiting }
    },
  }
}

/** After a failure other pieces may still run. */
function isDone({ isOver, unitsUnderWay }: QueuedAttempt): boolean {
  return isOver && unitsUnderWay === 0
}
