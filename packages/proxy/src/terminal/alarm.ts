import type { Clock } from '@gatehouse/auth-core/ports'

/** One timer for many moments. It is set for the earliest; when it fires, the next one is set. */
export interface Alarm {
  /** Fires at this moment (epoch milliseconds), or earlier if it is set so already. */
  setNoLater(at: number): void
  /** Does not fire any more, unless it is set again. */
  stop(): void
}

/** The longest delay of a timer: a longer one fires at once (T-78). */
const longestSleepMs = 2 ** 31 - 1

/** Creates an alarm. @param wake Called with the time in epoch milliseconds. It may set the alarm again. */
export function createAlarm(clock: Clock, wake: (now: number) => void): Alarm {
  let setFor = Number.POSITIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  function stop(): void {
    clearTimeout(timer)
    setFor = Number.POSITIVE_INFINITY
  }

  function sleep(until: number): void {
    setFor = until
    const ms = until - clock.now().getTime()
    timer = setTimeout(ring, Math.min(Math.max(ms, 0), longestSleepMs))
    timer.unref()
  }

  function ring(): void {
    const now = clock.now().getTime()
    // The moment may be farther away than a timer reaches, and the clock may have been set back.
    if (now < setFor) {
      sleep(setFor)
      return
    }
    stop()
    wake(now)
  }

  return {
    setNoLater(at) {
      if (at >= setFor) return
      stop()
      sleep(at)
    },
    stop,
  }
}
