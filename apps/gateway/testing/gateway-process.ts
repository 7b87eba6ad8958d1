import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

const entry = join(import.meta.dirname, '..', 'src', 'main.ts')

/** Stands in links and nowhere else: the tests use the port that the gateway finds. */
export const publicBaseUrl = 'https://auth.example.test'

/** Tests do not measure how long a login takes, and most begin with one. */
const unlessTold = {
  PORT: '0',
  PUBLIC_BASE_URL: publicBaseUrl,
  METRICS_PORT: 'off',
  LOGIN_FLOOR_MILLISECONDS: '0',
}

/** The gateway as it is shipped, in a process of its own. */
export interface GatewayProcess {
  readonly url: string
  readonly port: number
  readonly pid: number | undefined
  /** Every line it has printed so far, on either stream. */
  readonly output: readonly string[]
  /** Fulfilled with the exit code when it has ended; `null` when a signal ended it. */
  readonly ended: Promise<number | null>
  /** Sends a signal, and waits for nothing. */
  signal(signal: NodeJS.Signals): void
  /** SIGTERM; returns the exit code. */
  stop(): Promise<number | null>
  /** SIGKILL; returns when it is gone. */
  kill(): Promise<void>
}

/**
 * Starts the gateway on a free port and waits until it listens.
 *
 * @param logFile Where it prints to, for those who make it print a lot; `output` then is empty.
 */
export async function startGateway(
  env: Readonly<Record<string, string>>,
  { logFile }: { readonly logFile?: string } = {},
): Promise<GatewayProcess> {
  const child = spawnGateway({ ...unlessTold, ...env }, logFile)
  const output: string[] = []
  const port = await (logFile === undefined
    ? listeningPort(child, output)
    : listeningPortIn(logFile, child))
  const ended = once(child, 'exit').then(() => child.exitCode)
  return {
    ended,
    signal: (signal) => void child.kill(signal),
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid,
    output,
    async stop() {
      child.kill('SIGTERM')
      return ended
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Runs the gateway until it ends by itself. */
export async function runGateway(
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawnGateway(env)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  await once(child, 'close')
  return { code: child.exitCode, output }
}

function spawnGateway(env: Readonly<Record<string, string>>, logFile?: string): ChildProcess {
  const log = logFile === undefined ? 'pipe' : openSync(logFile, 'a')
  // As `npm run gateway` has it.
  const flags = ['--conditions=@gatehouse/source', '--max-semi-space-size=16']
  const child = spawn(process.execPath, [...flags, entry], {
    // Nothing of the developer's own environment decides a test.
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', log, log],
  })
  if (log !== 'pipe') closeSync(log)
  return child
}

function listeningPort(child: ChildProcess, output: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue
      createInterface({ input: stream }).on('line', (line) => {
        output.push(line)
        const port = portIn(line)
        if (port !== undefined) resolve(port)
      })
    }
    child.once('exit', (code) => {
      reject(new Error(`the gateway ended with ${code}:\n${output.join('\n')}`))
    })
  })
}

async function listeningPortIn(logFile: string, child: ChildProcess): Promise<number> {
  for (;;) {
    const hasEnded = child.exitCode !== null || child.signalCode !== null
    const text = await readFile(logFile, 'utf8')
    const port = portIn(text)
    if (port !== undefined) return port
    if (hasEnded) throw new Error(`the gateway ended with ${child.exitCode}:\n${text}`)
    await sleep(25)
  }
}

function portIn(text: string): number | undefined {
  const [, port] = /"port":(\d+).*"msg":"listening"/.exec(text) ?? []
  return port === undefined ? undefined : Number(port)
}
