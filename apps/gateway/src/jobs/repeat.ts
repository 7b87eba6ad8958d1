/** Something that happens again and again until it is stopped. */
export interface Repeating {
  /** Lets the run under way finish, and begins no other. */
  stop(): Promise<void>
}

/**
 * Runs `work`, waits, runs it again: never twice at the same time. A failure is reported and does
 * not end it.
 *
 * @param pauseSeconds From the end of one run to the start of the next.
 */
export function repeat(
  work: () => Promise<void>,
  {
    pauseSeconds,
    onError,
  }: { readonly pauseSeconds: number; readonly onError: (error: unknown) => void },
): Repeating {
  let stopped = false
  let wake = () => {}

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pauseSeconds * 1000)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const loop = async () => {
    while (!stopped) {
      await work().catch(onError)
      if (!stopped) await pause()
    }
  }
  const running = loop()

  return {
    async stop() {
      stopped = true
      wake()
      await running
    },
  }
}
