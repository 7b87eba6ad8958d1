import type { Clock } from '@gatehouse/auth-core/ports'
import { sleepMs } from './sleep-ms.ts'

/** One timer for many moments. It knows the soonest; whoever it wakes tells it the next. */
export interface Alarm {
  /** Wakes at a moment, in milliseconds since the epoch, unless it wakes before that anyway. */
  setNoLater(at: number): void
  /** Never wakes again unless set again. */
  stop(): void
}

/** @param wake Is told the time, in milliseconds since the epoch. It may set the alarm again. */
export function createAlarm(clock: Clock, wake: (now: number) => void): Alarm {
  let setFor = Number.POSITIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  function stop(): void {
    clearTimeout(timer)
    setFor = Number.POSITIVE_INFINITY
  }

  function sleep(until: number): void {
    setFor = until
    timer = setTimeout(ring, sleepMs(new Date(until), clock.now()))
    timer.unref()
  }

  function ring(): void {
    const now = clock.now().getTime()
    // Timers have a limit, and the clock may have been set back.
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
