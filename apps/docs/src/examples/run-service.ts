import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { eventually, freePort } from '@gatehouse/test-services'

/** How an example is started. */
export interface ServiceCommand {
  /** The program, which is a Node. */
  readonly program: string
  /** Its options, and the file. */
  readonly args: readonly string[]
  /** The folder that it runs in. */
  readonly cwd: string
  /** What its environment has besides that of this process. `PORT` is chosen. */
  readonly env: Readonly<Record<string, string>>
}

/** A service that listens. */
export interface RunningService {
  /** Its address. */
  readonly url: string
  /** Asks it to end. @returns Its exit code, or the signal that it ended itself by. */
  end(): Promise<number | NodeJS.Signals | null>
}

/** Starts a service. @throws {Error} With what it printed, when it ends before it listens. */
export async function startService(command: ServiceCommand): Promise<RunningService> {
  const port = await freePort()
  const service = spawn(command.program, command.args, {
    cwd: command.cwd,
    env: { ...process.env, ...command.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [service.stdout, service.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  }
  const url = `http://127.0.0.1:${port}`
  await eventually('a service that listens', async () => {
    if (hasEnded(service)) throw new Error(`the service has ended:\n${printed}`)
    return fetch(url).then(
      () => true,
      () => undefined,
    )
  })
  return { url, end: () => end(service) }
}

async function end(service: ChildProcess): Promise<number | NodeJS.Signals | null> {
  if (!hasEnded(service)) {
    const gone = once(service, 'exit')
    service.kill('SIGTERM')
    await gone
  }
  return service.exitCode ?? service.signalCode
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null
