import { spawn } from 'node:child_process'

/** Where and how a program runs. */
export interface RunOptions {
  /** The folder that it runs in. */
  readonly cwd: string
  /** Variables besides those of this process. */
  readonly env?: Readonly<Record<string, string>>
}

/**
 * Runs a program to its end.
 *
 * @returns What it printed on standard output.
 * @throws {Error} When it fails, with all that it printed.
 */
export async function run(
  program: string,
  args: readonly string[],
  { cwd, env }: RunOptions,
): Promise<string> {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let all = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    all += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    all += chunk.toString()
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`${[program, ...args].join(' ')} ended with ${code}\n${all}`)
  return output
}
