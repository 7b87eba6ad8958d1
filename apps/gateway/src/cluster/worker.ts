import type { Settings } from '@gatehouse/settings'
import type { Logger } from 'pino'
import type { Gateway } from '../gateway.ts'
import { divideLimits } from './divide-limits.ts'
import { openIpcChannel } from './ipc.ts'
import { stopSignals } from './on-shutdown-signal.ts'
import { requestSlots } from './shared-slots.ts'
import { startGateway } from './start-gateway.ts'

/** Milliseconds between signs of life; after many of these intervals a silent worker counts as hanging. */
const aliveEveryMs = 1000

/**
 * Runs the gateway as one of several workers, until the primary process stops it or is gone itself: then
 * `node:cluster` ends the worker.
 *
 * @param workers The number of workers.
 */
export async function runWorker(settings: Settings, workers: number, log: Logger): Promise<void> {
  // A signal may reach every process of a group. Only the primary process acts on it.
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
