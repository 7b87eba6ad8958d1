import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { listens } from './listens.ts'
import { endProcess, isAlive } from './process-group.ts'
import type { RunningService } from './service-file.ts'
import { until } from './until.ts'

/** A server that does not leave the foreground. */
export interface LoopbackServerOptions {
  /** Its program. */
  readonly program: string
  /** Its parameters. */
  readonly parameters: readonly string[]
  /** The folder that it runs in, with its data and its log. */
  readonly dataFolder: string
  /** The TCP port of 127.0.0.1 that it was told to listen on. */
  readonly port: number
}

/** Starts a server and waits until it listens. @throws {Error} With the end of its log, when it does not. */
export async function startLoopbackServer(options: LoopbackServerOptions): Promise<RunningService> {
  const { dataFolder, parameters, port, program } = options
  const logFile = join(dataFolder, 'server.log')
  const log = openSync(logFile, 'a')
  const child = spawn(program, parameters, {
    cwd: dataFolder,
    detached: true,
    stdio: ['ignore', log, log],
  })
  child.unref()
  closeSync(log)
  if (child.pid === undefined) throw new Error(`${program} could not be started`)
  const server = { pid: child.pid, dataFolder }
  try {
    await until(() => listens(port), {
      seconds: 60,
      pollMs: 20,
      failure(isOver) {
        if (isAlive(server) && !isOver) return undefined
        return `${program} did not come up:\n${readFileSync(logFile, 'utf8').slice(-4000)}`
      },
    })
  } catch (error) {
    await removeLoopbackServer(server)
    throw error
  }
  return server
}

/** Stops a server and removes its data. */
export async function removeLoopbackServer(server: RunningService): Promise<void> {
  await endProcess(server, 'SIGTERM')
  await rm(server.dataFolder, { recursive: true, force: true })
}
