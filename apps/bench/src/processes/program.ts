import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { basename } from 'node:path'
import { atExit } from './at-exit.ts'
import { pinnedTo } from './cores.ts'

type ProgramMessage = Readonly<Record<string, number>>

/** A program of a benchmark in a process of its own. */
export interface Program {
  readonly child: ChildProcess
  readonly pid: number
  /** Its next message. @throws {Error} if it ends first. */
  next(): Promise<ProgramMessage>
  /** Kills the process. */
  stop(): Promise<void>
}

/**
 * Starts a program, which ends with this process at the latest.
 *
 * @param file In TypeScript.
 * @param core Where it runs.
 */
export function startProgram(file: string, core: number, parameters: readonly string[]): Program {
  const child = fork(file, parameters, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  atExit(() => child.kill('SIGKILL'))
  const pid = pinnedTo(core, child)
  const ended = once(child, 'exit')
  return {
    child,
    pid,
    async next() {
      const failure = ended.then(([code]) => {
        throw new Error(`${basename(file)} ended with ${code}`)
      })
      const [message] = (await Promise.race([once(child, 'message'), failure])) as [ProgramMessage]
      return message
    },
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
