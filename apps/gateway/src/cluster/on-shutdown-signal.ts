import { constants } from 'node:os'
import type { Logger } from 'pino'

/** What tells a gateway to stop. */
export const stopSignals = ['SIGTERM', 'SIGINT'] as const

/**
 * Ends this process when it is told to: the first signal lets it finish, a second one does not.
 *
 * @param stop Finishes, and fulfils with the exit code.
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
        // As a shell tells the end by a signal.
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
