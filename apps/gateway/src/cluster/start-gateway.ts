import type { SharedTerminalSlots } from '@gatehouse/proxy'
import type { Settings } from '@gatehouse/settings'
import type { Logger } from 'pino'
import { compose } from '../compose/compose.ts'
import type { Gateway } from '../gateway.ts'

/** A gateway that listens. */
export interface RunningGateway {
  /** The gateway, which the caller stops. */
  readonly gateway: Gateway
  /** The TCP port that it listens on, even if the settings had 0. */
  readonly port: number
}

/**
 * Starts a gateway in this process. If it cannot start, writes the reason to standard error and ends with 1.
 *
 * @param terminalSlots The slots that it shares with other processes.
 */
export async function startGateway(
  settings: Settings,
  log: Logger,
  terminalSlots?: SharedTerminalSlots,
): Promise<RunningGateway> {
  try {
    const gateway = await compose(settings, log, terminalSlots)
    const { port } = await gateway.listen()
    return { gateway, port }
  } catch (error) {
    process.stderr.write(`The gateway cannot start: ${reasonOf(error)}\n`)
    process.exit(1)
  }
}

/** The failure and its reasons, down to the first cause. */
function reasonOf(error: unknown): string {
  if (!Error.isError(error)) return 'unknown reason'
  return error.cause === undefined ? error.message : `${error.message}: ${reasonOf(error.cause)}`
}
