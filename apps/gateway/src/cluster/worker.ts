import type { Settings } from '@gatehouse/settings'
import type { Logger } from 'pino'
import type { Gateway } from '../gateway.ts'
import { divideLimits } from './divide-limits.ts'
import { openIpcChannel } from './ipc.ts'
import { stopSignals } from './on-shutdown-signal.ts'
import { requestSlots } from './shared-slots.ts'
import { startGateway } from './start-gateway.ts'

/** The primary process takes a worker that is silent for many times this for one that hangs. */
const aliveEveryMs = 1000

/**
 * Runs the gateway as one of several workers, until the primary process says that it is over, or is
 * gone itself: `node:cluster` ends the worker then.
 *
 * @param workers How many there are.
 */
export async function runWorker(settings: Settings, workers: number, log: Logger): Promise<void> {
  // A signal may go to every process of a group. The primary process alone obeys it.
  for (const signal of stopSignals) process.on(signal, () => undefined)
  const channel = openIpcChannel()
  let gateway: Gateway | undefined
  channel.on('stop', () => {
    const stopped = gateway ? gateway.stop() : Promise.resolve()
    void stopped.then(() => process.exit(0))
  })

  const own = divideLimits(settings, workers)
  const running = await startGateway(own, log, requestSlots(channel))
  ;({ gateway } = running)
  channel.on('measure', () => {
    running.gateway.measure().then(
      (metrics) => channel.send({ kind: 'measured', metrics }),
      (error: unknown) => log.error({ err: error }, 'metrics cannot be read'),
    )
  })
  channel.send({ kind: 'ready', port: running.port })
  setInterval(() => channel.send({ kind: 'alive' }), aliveEveryMs).unref()
}
