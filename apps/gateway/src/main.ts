/** Runs the gateway: settings in, signals handled, a clear word when it cannot start. */
import { constants } from 'node:os'
import { compose, readGatewaySettings } from './compose.ts'
import type { Gateway } from './gateway.ts'
import { createLog } from './log.ts'
import type { Finding } from './settings/finding.ts'

const reading = readGatewaySettings(process.env)
if (!reading.ok) {
  process.stderr.write(`The gateway cannot start:\n${listed(reading.mistakes)}`)
  process.exit(1)
}
const { settings, notices } = reading
const log = createLog(settings.log.level)
for (const { name, message } of notices) log.warn({ setting: name }, message)

const { gateway, port } = await start()
log.info({ port, url: settings.http.publicBaseUrl }, 'listening')

let isStopping = false
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))

async function start(): Promise<{ readonly gateway: Gateway; readonly port: number }> {
  try {
    const composed = await compose(settings, log)
    const { port: bound } = await composed.listen()
    return { gateway: composed, port: bound }
  } catch (error) {
    process.stderr.write(`The gateway cannot start: ${reasonOf(error)}\n`)
    process.exit(1)
  }
}

async function stop(signal: 'SIGTERM' | 'SIGINT'): Promise<void> {
  if (isStopping) {
    log.warn({ signal }, 'stopped at once')
    // As a shell tells the end by a signal.
    process.exit(128 + constants.signals[signal])
  }
  isStopping = true
  log.info({ signal }, 'stopping')
  await gateway.stop()
  log.info('stopped')
  process.exit(0)
}

function listed(mistakes: readonly Finding[]): string {
  return mistakes.map(({ message }) => `  ${message}\n`).join('')
}

/** What failed, and why, down to the first cause. */
function reasonOf(error: unknown): string {
  if (!Error.isError(error)) return 'unknown reason'
  return error.cause === undefined ? error.message : `${error.message}: ${reasonOf(error.cause)}`
}
