import { mkdirSync } from 'node:fs'
import { type ChildService, startChildService } from './child-service.ts'
import { type DemoPart, planDemoParts } from './demo-parts.ts'
import { type DemoSettings, readDemoSettings } from './demo-settings.ts'
import { LaunchError } from './launch-error.ts'
import { lockDataDir } from './lock-data-dir.ts'
import { createProgress, type Output, type Progress } from './progress.ts'
import { readLogTail } from './read-log-tail.ts'
import { requireFreePorts } from './require-free-ports.ts'
import { waitUntilReady } from './wait-until-ready.ts'
import { welcome } from './welcome.ts'

/** The options of the demo. */
export interface LaunchOptions {
  /** The settings, as environment variables. */
  readonly env: NodeJS.ProcessEnv
  /** Where progress and errors are shown. */
  readonly output: Output
  /** Stops the demo when aborted. */
  readonly stop: AbortSignal
  /** The gateway's main file; another one only in tests. */
  readonly gatewayEntry?: URL
}

interface RunningPart extends DemoPart {
  readonly service: ChildService
}

const readySeconds = 60

/**
 * Runs mailbox, machine backend and gateway until it is told to stop or one of them ends, then ends
 * them all, the gateway first.
 *
 * @returns The exit code: 0 when it was told to stop, 1 otherwise.
 */
export async function launchDemo(options: LaunchOptions): Promise<0 | 1> {
  const { output, stop } = options
  const progress = createProgress(output)
  const running: RunningPart[] = []
  let unlock = () => {}
  try {
    const settings = readDemoSettings(options.env)
    makeDataDir(settings.dataDir)
    unlock = lockDataDir(settings.dataDir)
    await requireFreePorts(settings.ports)
    output.write('\nStarting Gatehouse\n\n')
    const parts = planDemoParts(settings, options.env, options.gatewayEntry)
    stop.throwIfAborted()
    // All at once: none needs another to start, and each has code to load.
    for (const part of parts) running.push({ ...part, service: startChildService(part) })
    for (const part of running) await progress.during(part.name, untilReady(part, stop))
    showSkipped(settings, progress)
    output.write(welcome(settings))
    await firstEnd(running, stop)
    return 0
  } catch (error) {
    if (stop.aborted) return 0
    output.write(`\n${error instanceof LaunchError ? error.message : String(error)}\n\n`)
    return 1
  } finally {
    await stopAll(running, progress)
    unlock()
  }
}

function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    const reason = Error.isError(error) && 'code' in error ? String(error.code) : 'unknown'
    throw new LaunchError(`The directory ${dataDir} cannot be made (${reason}); see DATA_DIR.`)
  }
}

async function untilReady(part: RunningPart, stop: AbortSignal): Promise<void> {
  const waiting = new AbortController()
  const signal = AbortSignal.any([stop, waiting.signal])
  try {
    await Promise.race([
      waitUntilReady(part.readyUrl, { signal, seconds: readySeconds }),
      firstEnd([part], stop),
    ])
    stop.throwIfAborted()
  } finally {
    waiting.abort()
  }
}

/** Resolves when stopped; rejects when a part ends by itself before that. */
function firstEnd(parts: readonly RunningPart[], stop: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (stop.aborted) resolve()
    stop.addEventListener('abort', () => resolve(), { once: true })
    for (const part of parts) {
      void part.service.ended.then((how) => reject(new LaunchError(endMessage(part, how))))
    }
  })
}

function endMessage({ name, logFile }: RunningPart, how: string): string {
  const sentence = `${name} ended by itself (${how}).`
  const tail = logFile === undefined ? '' : readLogTail(logFile)
  return tail ? `${sentence} The end of ${logFile}:\n\n${tail}` : sentence
}

function showSkipped(settings: DemoSettings, progress: Progress): void {
  if (!settings.startsMailbox) progress.skip('Mailbox', 'SMTP_URL names another mail server')
  if (!settings.startsBackend) progress.skip('Machine backend', 'MACHINE_BACKEND_URL is set')
}

async function stopAll(running: readonly RunningPart[], progress: Progress): Promise<void> {
  for (const { name, service } of running.toReversed()) {
    if (!service.hasEnded()) await progress.during(`${name} stopped`, service.stop())
  }
}
