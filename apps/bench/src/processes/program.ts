import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** What takes the load runs on one core, what makes it on another. */
export const cores = { measured: 0, others: 1 } as const

type Message = Readonly<Record<string, number>>

/** A program of this benchmark in a process of its own. */
export interface Program {
  readonly child: ChildProcess
  readonly pid: number
  /** Its next message. @throws {Error} if it ends first. */
  next(): Promise<Message>
  stop(): Promise<void>
}

/** @param core Where it runs. */
export function startProgram(name: string, core: number, parameters: readonly string[]): Program {
  const path = join(import.meta.dirname, 'programs', `${name}.ts`)
  const child = fork(path, parameters, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const pid = pinnedTo(core, child)
  const ended = once(child, 'exit')
  return {
    child,
    pid,
    async next() {
      const failure = ended.then(([code]) => {
        throw new Error(`${name} ended with ${code}`)
      })
      const [message] = (await Promise.race([once(child, 'message'), failure])) as [Message]
      return message
    },
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Keeps a process, with all its threads, on one core. @returns Its id. */
export function pinnedTo(core: number, { pid }: { readonly pid?: number | undefined }): number {
  if (pid === undefined) throw new Error('the process did not start')
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(pid)], {
    stdio: 'ignore',
  })
  return pid
}
