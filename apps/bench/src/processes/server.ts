import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProgramName } from '@gatehouse/test-services'
import { atExit } from './at-exit.ts'
import { pinnedTo } from './cores.ts'
import { requireProgram } from './require-program.ts'

/** A server that is not a program of this repository. */
export interface Server {
  readonly pid: number
  /** Kills the process. */
  stop(): Promise<void>
}

/** What to run, and where. */
export interface ServerOptions {
  readonly program: ProgramName
  readonly parameters: readonly string[]
  readonly core: number
  /** Where it is going to listen. */
  readonly port: number
}

/**
 * Starts a server, and waits until it listens.
 *
 * @throws {UsageError} if it is not installed.
 * @throws {Error} if it ends, or does not listen within seconds.
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { program, parameters, core, port } = options
  const child = spawn(requireProgram(program), parameters, {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  atExit(() => child.kill('SIGKILL'))
  const pid = pinnedTo(core, child)
  const failed = ended.then(([code]) => {
    throw new Error(`${program} ended with ${code}`)
  })
  // Once it listens, it only ends when it is stopped.
  failed.catch(() => undefined)
  await Promise.race([listening(port), failed])
  return {
    pid,
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const socket = connect(port, '127.0.0.1')
    const isUp = await new Promise<boolean>((resolve) => {
      socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    })
    socket.destroy()
    if (isUp) return
    await sleep(50)
  }
  throw new Error(`nothing listens on port ${port}`)
}
