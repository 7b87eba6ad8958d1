import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** Starts a program of this folder and waits until it is ready to be told to go. */
export async function forkProcess(program: URL, ...words: string[]): Promise<ChildProcess> {
  const child = fork(program, words, {
    execArgv: ['--conditions=@gatehouse/source'],
  })
  await nextMessage(child)
  return child
}

/** What the process says next. @throws {Error} When it ends instead. */
export async function nextMessage(child: ChildProcess): Promise<unknown> {
  const [first] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => [new Error('ended without a word')]),
  ])) as unknown[]
  if (first instanceof Error) throw first
  return first
}
