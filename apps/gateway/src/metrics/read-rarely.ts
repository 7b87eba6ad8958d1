/** How old an answer may be, and how long a question may take, in milliseconds. */
export interface Patience {
  readonly ageMs: number
  readonly timeoutMs: number
}

/**
 * Asks something costly no more often than its answer grows old, never twice at the same time, and
 * never for longer than a scrape may wait.
 *
 * @returns `undefined` when there is no answer, or none in time.
 */
export function readRarely<Answer>(
  ask: () => Promise<Answer>,
  { ageMs, timeoutMs }: Patience,
): () => Promise<Answer | undefined> {
  let asked: { readonly at: number; readonly answer: Promise<Answer | undefined> } | undefined
  let isUnderWay = false

  const begin = () => {
    isUnderWay = true
    const answer = ask()
      .catch(() => undefined)
      .finally(() => {
        isUnderWay = false
      })
    asked = { at: performance.now(), answer }
    return asked
  }

  return async () => {
    const isFresh = asked && (isUnderWay || performance.now() - asked.at < ageMs)
    const { answer } = asked && isFresh ? asked : begin()
    const late = Promise.withResolvers<undefined>()
    const timer = setTimeout(() => late.resolve(undefined), timeoutMs)
    try {
      return await Promise.race([answer, late.promise])
    } finally {
      clearTimeout(timer)
    }
  }
}
