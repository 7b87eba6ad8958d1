/** Runs the gateway: reads settings, handles signals, and writes a clear message when it cannot start. */
import cluster from 'node:cluster'
import { availableParallelism } from 'node:os'
import { createLog } from '@gatehouse/logging'
import type { Remark } from '@gatehouse/settings'
import { onShutdownSignal } from './cluster/on-shutdown-signal.ts'
import { runPrimary } from './cluster/primary.ts'
import { startGateway } from './cluster/start-gateway.ts'
import { runWorker } from './cluster/worker.ts'
import { workerCount } from './cluster/worker-pool.ts'
import { readGatewaySettings } from './compose/read-gateway-settings.ts'
import { tuneV8 } from './runtime/v8-flags.ts'
import { version } from './runtime/version.ts'

const reading = readGatewaySettings(process.env)
if (!reading.ok) {
  process.stderr.write(`The gateway cannot start:\n${listed(reading.mistakes)}`)
  process.exit(1)
}
const { value: settings, notices } = reading
if (settings.v8Tuning) tuneV8()
const log = createLog(settings.log)
const workers = workerCount(settings, availableParallelism())

if (cluster.isWorker) await runWorker(settings, workers, log)
else {
  log.info({ version, node: process.version, edition: settings.edition }, 'starting')
  for (const { name, message } of notices) log.warn({ setting: name }, message)
  if (workers > 1) await runPrimary(settings, workers, log)
  else await runAlone()
}

async function runAlone(): Promise<void> {
  const { gateway, port } = await startGateway(settings, log)
  log.info({ port, url: settings.http.publicBaseUrl }, 'listening')
  onShutdownSignal(log, async () => {
    await gateway.stop()
    return 0
  })
}

function listed(mistakes: readonly Remark[]): string {
  return mistakes.map(({ message }) => `  ${message}\n`).join('')
}
