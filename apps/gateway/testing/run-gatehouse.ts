import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const entry = join(import.meta.dirname, '..', '..', 'cli', 'src', 'main.ts')

/** Runs the command `gatehouse` to its end. @param input What it finds on standard input. */
export async function runGatehouse(
  parameters: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input = '',
): Promise<{ readonly code: number | null; readonly output: string; readonly errors: string }> {
  const child = spawnGatehouse(parameters, env)
  child.stdin.end(input)
  const texts = Promise.all([child.stdout, child.stderr].map((stream) => stream.toArray()))
  await once(child, 'close')
  const [output = '', errors = ''] = (await texts).map((chunks) => Buffer.concat(chunks).toString())
  return { code: child.exitCode, output, errors }
}

/** Runs it until there is something to see, and kills it then: SIGKILL. */
export async function killGatehouseWhen(
  parameters: readonly string[],
  env: Readonly<Record<string, string>>,
  isTime: () => boolean,
): Promise<void> {
  const child = spawnGatehouse(parameters, env)
  const gone = once(child, 'close')
  child.stdin.end()
  for (const stream of [child.stdout, child.stderr]) stream.resume()
  const timer = setInterval(() => {
    if (isTime()) child.kill('SIGKILL')
  }, 5)
  await gone
  clearInterval(timer)
}

function spawnGatehouse(
  parameters: readonly string[],
  env: Readonly<Record<string, string>>,
): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, ['--conditions=@gatehouse/source', entry, ...parameters], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: 'pipe',
  })
}
