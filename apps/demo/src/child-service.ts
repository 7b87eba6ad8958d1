import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** The program to run, and the destination of its output. */
export interface ChildServiceOptions {
  /** The TypeScript file to run, with this same Node. */
  readonly entry: URL
  /** Its whole environment. */
  readonly env: NodeJS.ProcessEnv
  /** The file that its output is added to; unless given, the output goes to the terminal. */
  readonly logFile?: string
}

/** A part of the demo that runs in a process of its own. */
export interface ChildService {
  /** Settles when the process is gone, with how it ended: `exit code 1`, `SIGKILL` … */
  readonly ended: Promise<string>
  /** Whether the process is gone, or was never started. */
  readonly hasEnded: () => boolean
  /** Stops the process, and kills it after ten seconds. Resolves when it is gone. */
  stop(): Promise<void>
}

const stopGraceMs = 10_000

/** Starts a part of the demo. A failed start shows in `ended`. */
export function startChildService({ entry, env, logFile }: ChildServiceOptions): ChildService {
  // Opened for appending, because another demo may write to the same file.
  const log = logFile === undefined ? undefined : openSync(logFile, 'a', 0o600)
  const output = log ?? 'inherit'
  const child = spawn(process.execPath, [...nodeOptions, fileURLToPath(entry)], {
    env,
    stdio: ['ignore', output, output, 'ipc'],
    // Not reached by the terminal's Ctrl-C, because the launcher stops its children in order.
    detached: true,
  })
  if (log !== undefined) closeSync(log)
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
  })
  return {
    ended,
    hasEnded: () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null,
    async stop() {
      child.kill('SIGTERM')
      const cancelKill = new AbortController()
      const grace = sleep(stopGraceMs, undefined, { signal: cancelKill.signal })
      const kill = grace.then(() => child.kill('SIGKILL')).catch(() => undefined)
      await ended
      cancelKill.abort()
      await kill
    },
  }
}

const nodeOptions = [
  '--conditions=@gatehouse/source',
  `--import=${new URL('./end-with-launcher.ts', import.meta.url)}`,
]
