import { spawn } from 'node:child_process'

/** How to run a program. */
export interface RunOptions {
  /** The working folder; unless given, that of this process. */
  readonly cwd?: string
  /** Its whole environment; that of this process unless given. */
  readonly env?: NodeJS.ProcessEnv
  /** The user that runs it; unless given, that of this process. */
  readonly uid?: number
  /** The group; that of this process unless given. */
  readonly gid?: number
}

/** Runs a program to its end. @throws {Error} With the end of its output, when it fails. */
export async function run(
  program: string,
  parameters: readonly string[],
  options: RunOptions = {},
): Promise<void> {
  const child = spawn(program, parameters, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => output.push(chunk))
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`${program} ended with ${code}:\n${output.join('').slice(-2000)}`)
}
