/** How much is asked, and for how long. */
export interface LoadAmounts {
  /** How many operations are under way at the same time. */
  readonly concurrency: number
  readonly seconds: number
  /** No more than so many, even if there is time. */
  readonly max?: number
}

/** How the load went. */
export interface LoadResult {
  readonly done: number
  readonly failed: number
  /** The error of the last failed operation. */
  readonly failure: unknown
  readonly seconds: number
  /** The duration of each operation, in milliseconds. */
  readonly milliseconds: readonly number[]
}

/**
 * Runs operations again and again, several at the same time, and waits for all answers.
 *
 * @param operation Gets the number of operations that were started before it.
 */
export async function load(
  operation: (number: number) => Promise<unknown>,
  { concurrency, seconds, max = Number.POSITIVE_INFINITY }: LoadAmounts,
): Promise<LoadResult> {
  const milliseconds: number[] = []
  const begun = performance.now()
  const end = begun + seconds * 1000
  let next = 0
  let failed = 0
  let failure: unknown
  const client = async () => {
    while (next < max && performance.now() < end) {
      const number = next
      next += 1
      const before = performance.now()
      try {
        await operation(number)
        milliseconds.push(performance.now() - before)
      } catch (error) {
        failed += 1
        failure = error
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, client))
  return {
    done: milliseconds.length,
    failed,
    failure,
    seconds: (performance.now() - begun) / 1000,
    milliseconds,
  }
}
