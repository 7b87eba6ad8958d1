import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** Milliseconds for a test that starts processes, on a busy machine. */
export const processTimeout = 60_000

/** Starts a program of this folder, and waits until it is ready for `go`. */
export async function forkProcess(program: URL, ...words: string[]): Promise<ChildProcess> {
  const child = fork(program, words, { execArgv: ['--conditions=@gatehouse/source'] })
  await nextMessage(child)
  return child
}

/** Starts so many processes, lets them go together, and returns what their work returned. */
export async function raceProcesses(
  count: number,
  program: URL,
  ...words: string[]
): Promise<unknown[]> {
  const starting = Array.from({ length: count }, () => forkProcess(program, ...words))
  const processes = await Promise.all(starting)
  const answers = processes.map(nextMessage)
  for (const child of processes) child.send('go')
  return (await Promise.all(answers)).map((answer) => {
    const { result, error } = answer as { readonly result?: unknown; readonly error?: string }
    if (error !== undefined) throw new Error(error)
    return result
  })
}

/** The next message of a process. @throws {Error} When it ends instead. */
export async function nextMessage(child: ChildProcess): Promise<unknown> {
  const [first] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => [new Error('ended without a word')]),
  ])) as unknown[]
  if (first instanceof Error) throw first
  return first
}
