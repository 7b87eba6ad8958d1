import type { Worker } from 'node:cluster'
import type { Logger } from 'pino'

/** Seconds of silence after which a worker counts as hanging; it reports every second. */
const maxSilentSeconds = 10

/** Kills workers that have stopped sending messages. */
export interface SilenceWatch {
  /** A worker has sent a message. */
  heard(worker: number): void
  /** Forgets a worker. */
  ended(worker: number): void
}

/**
 * Watches the workers that serve, by number. Seconds are counted and not measured: when this process
 * has stood still itself, what they have said meanwhile is heard before they are checked.
 *
 * @param until Nothing is killed any more once it is aborted.
 */
export function watchSilence(
  serving: ReadonlyMap<number, Worker>,
  log: Pick<Logger, 'error'>,
  until: AbortSignal,
): SilenceWatch {
  const silentSeconds = new Map<number, number>()
  const timer = setInterval(() => {
    for (const [id, { process }] of serving) {
      const seconds = (silentSeconds.get(id) ?? 0) + 1
      silentSeconds.set(id, seconds)
      if (seconds !== maxSilentSeconds) continue
      const fields = { process: id, pid: process.pid, silent_seconds: seconds }
      log.error(fields, 'worker process hangs')
      process.kill('SIGKILL')
    }
  }, 1000)
  timer.unref()
  until.addEventListener('abort', () => clearInterval(timer))
  return {
    heard: (worker) => silentSeconds.set(worker, 0),
    ended: (worker) => silentSeconds.delete(worker),
  }
}
