import type { Allowance, LimiterStep, RateLimiter } from '@gatehouse/auth-core/ports'
import { counterKey } from '../rate-limits/counter-key.ts'
import { allowance } from './allowance.ts'
import type { StepCount } from './count-in-order.ts'
import type { Counters } from './counters.ts'
import type { ExhaustedCounter, ExhaustedCounters } from './exhausted-counters.ts'

/** What ordered steps are taken with. */
export interface OrderedStepsOptions {
  /** The counters in the database. */
  readonly counters: Counters
  /** The memory beside them. */
  readonly exhausted: ExhaustedCounters
}

type TakeInOrder = NonNullable<RateLimiter['takeInOrder']>
type Answers = Awaited<ReturnType<TakeInOrder>>

/**
 * Takes steps in their order with one question to the database. More are needed only when a limit is remembered
 * that holds for some alone, or when other processes count at the same moment.
 */
export function createOrderedSteps({ counters, exhausted }: OrderedStepsOptions): TakeInOrder {
  const ask = questionsTo({ counters, exhausted })

  async function askAll(steps: readonly LimiterStep[]): Promise<Answers> {
    const answers: (Allowance | null)[] = []
    while (answers.length < steps.length && answers.at(-1)?.allowed !== false) {
      answers.push(...(await ask(steps.slice(answers.length))))
    }
    return answers
  }

  function recalled({ kind, limit, key }: LimiterStep): Allowance | undefined {
    const id = counterKey(limit, key)
    const known = exhausted.recallRefusal(id, limit.points)
    return known && allowance(kind === 'take' ? exhausted.count(id, known) : known, false)
  }

  return async function takeInOrder(steps): Promise<Answers> {
    const place = steps.findIndex(({ limit, key }) =>
      exhausted.recallRefusal(counterKey(limit, key), limit.points),
    )
    const step = steps[place]
    if (!step) return askAll(steps)
    const leaving = step.unless ? [{ ...step.unless, kind: 'look' } as const] : []
    const answers = await askAll([...steps.slice(0, place), ...leaving])
    const front = answers.slice(0, place)
    if (front.at(-1)?.allowed === false) return front
    const isLeftOut = (answers[place]?.taken ?? 0) > 0
    if (isLeftOut) return [...front, null, ...(await takeInOrder(steps.slice(place + 1)))]
    const refusal = recalled(step)
    return [...front, ...(refusal ? [refusal] : await takeInOrder(steps.slice(place)))]
  }
}

/** A step as it is asked. */
interface AskedStep {
  readonly step: LimiterStep
  readonly id: string
  /** What was remembered of its counter. */
  readonly known: ExhaustedCounter | undefined
}

/** Asks the database once. @returns What answers the first step at least. */
function questionsTo({ counters, exhausted }: OrderedStepsOptions): TakeInOrder {
  function isTaken({ step }: AskedStep, count: StepCount | undefined): count is StepCount {
    return step.kind === 'take' && count !== undefined && !count.isLeftOut
  }

  function answerOf(asked: AskedStep, count: StepCount): Allowance | null {
    if (count.isLeftOut) return null
    const { step, id, known } = asked
    const hasCounted = isTaken(asked, count)
    const taken = count.taken + (hasCounted ? 0 : (known?.unsaved ?? 0))
    const allowed = hasCounted ? taken <= step.limit.points : taken < step.limit.points
    const window = { taken, endsAt: count.endsAt }
    if (!allowed) exhausted.remember(id, window, exhausted.recall(id)?.unsaved ?? 0)
    return allowance(window, allowed)
  }

  async function answersTo(
    asked: readonly AskedStep[],
    counts: readonly StepCount[],
  ): Promise<Answers> {
    const answers: (Allowance | null)[] = []
    for (const [place, one] of asked.slice(0, counts.length).entries()) {
      const { [place]: count } = counts
      if (!count) break
      const isOver = answers.at(-1)?.allowed === false
      if (!isOver) answers.push(answerOf(one, count))
      // Another process has used the limit up between the look at the table and the counting.
      else if (isTaken(one, count)) await counters.refund(one.step.limit, one.step.key)
    }
    return answers
  }

  return async (steps) => {
    const asked = steps.map((step): AskedStep => {
      const id = counterKey(step.limit, step.key)
      // A question that counts saves what was not saved, so no concurrent one may.
      return { step, id, known: step.kind === 'take' ? exhausted.take(id) : exhausted.recall(id) }
    })
    const counts = await counters.takeInOrder(
      asked.map(({ step, known }) => ({ ...step, operations: (known?.unsaved ?? 0) + 1 })),
    )
    const aside = asked.filter((one, place) => !isTaken(one, counts[place]))
    for (const { step, id, known } of aside) {
      if (known && step.kind === 'take') exhausted.putBack(id, known)
    }
    return answersTo(asked, counts)
  }
}
