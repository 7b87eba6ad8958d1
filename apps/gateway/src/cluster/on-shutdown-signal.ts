import { constants } from 'node:os'
import type { Logger } from 'pino'

/** The signals that stop a gateway. */
export const stopSignals = ['SIGTERM', 'SIGINT'] as const

/**
 * Stops this process on a signal: the first signal lets it finish, a second one ends it at once.
 *
 * @param stop Finishes the work, and resolves with the exit code.
 */
export function onShutdownSignal(
  log: Pick<Logger, 'info' | 'warn'>,
  stop: () => Promise<number>,
): void {
  let isStopping = false
  for (const signal of stopSignals) {
    process.on(signal, () => {
      if (isStopping) {
        log.warn({ signal }, 'stopped at once')
        // The exit code that shells use for the end by a signal.
        process.exit(128 + constants.signals[signal])
      }
      isStopping = true
      log.info({ signal }, 'stopping')
      void stop().then((code) => {
        log.info('stopped')
        process.exit(code)
      })
    })
  }
}
