import type { SharedTerminalSlots } from '@gatehouse/proxy'
import type { Settings } from '@gatehouse/settings'
import type { Logger } from 'pino'
import { compose } from '../compose/compose.ts'
import type { Gateway } from '../gateway.ts'

/** A gateway that listens. */
export interface RunningGateway {
  /** The gateway, to be stopped in the end. */
  readonly gateway: Gateway
  /** The TCP port that it listens on, also where the settings said 0. */
  readonly port: number
}

/**
 * Starts a gateway in this process, or says on standard error why it cannot, and ends with 1.
 *
 * @param terminalSlots Those that it shares with gateways in other processes.
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

/** What failed, and why, down to the first cause. */
function reasonOf(error: unknown): string {
  if (!Error.isError(error)) return 'unknown reason'
  return error.cause === undefined ? error.message : `${error.message}: ${reasonOf(error.cause)}`
}
