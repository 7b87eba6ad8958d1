import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const entry = join(import.meta.dirname, '..', '..', '..', 'src', 'cli', 'main.ts')

/** Runs the command `gatehouse` to its end. */
export async function runGatehouse(
  parameters: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number | null; readonly output: string; readonly errors: string }> {
  const child = spawn(process.execPath, ['--conditions=@gatehouse/source', entry, ...parameters], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const texts = Promise.all([child.stdout, child.stderr].map((stream) => stream.toArray()))
  await once(child, 'close')
  const [output = '', errors = ''] = (await texts).map((chunks) => Buffer.concat(chunks).toString())
  return { code: child.exitCode, output, errors }
}
