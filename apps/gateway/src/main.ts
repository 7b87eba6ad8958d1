/** Runs the gateway: settings in, signals handled, a clear word when it cannot start. */
import cluster from 'node:cluster'
import { availableParallelism } from 'node:os'
import { obeySignals } from './cluster/obey-signals.ts'
import { runPrimary } from './cluster/run-primary.ts'
import { runWorker } from './cluster/run-worker.ts'
import { startGateway } from './cluster/start-gateway.ts'
import { workerCount } from './cluster/worker-count.ts'
import { collectBuffersEarly } from './collect-buffers-early.ts'
import { readGatewaySettings } from './compose.ts'
import { keepHeapWhenQuiet } from './keep-heap-when-quiet.ts'
import { createLog } from './log.ts'
import type { Finding } from './settings/finding.ts'

collectBuffersEarly()
keepHeapWhenQuiet()
const reading = readGatewaySettings(process.env)
if (!reading.ok) {
  process.stderr.write(`The gateway cannot start:\n${listed(reading.mistakes)}`)
  process.exit(1)
}
const { settings, notices } = reading
const log = createLog(settings.log.level)
const workers = workerCount(settings, availableParallelism())

if (cluster.isWorker) await runWorker(settings, workers, log)
else {
  for (const { name, message } of notices) log.warn({ setting: name }, message)
  if (workers > 1) await runPrimary(settings, workers, log)
  else await runAlone()
}

async function runAlone(): Promise<void> {
  const { gateway, port } = await startGateway(settings, log)
  log.info({ port, url: settings.http.publicBaseUrl }, 'listening')
  obeySignals(log, async () => {
    await gateway.stop()
    return 0
  })
}

function listed(mistakes: readonly Finding[]): string {
  return mistakes.map(({ message }) => `  ${message}\n`).join('')
}
