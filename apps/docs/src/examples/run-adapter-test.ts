import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { AdapterTest } from './adapter-tests.ts'
import { examplesFolder } from './examples.ts'

const run = promisify(execFile)

/** Milliseconds for a whole suite in a process of its own, also on a busy machine. */
export const suiteTimeoutMs = 240_000

/**
 * Runs a test of an adapter under the runner of Node.
 *
 * @param env What it is told besides, such as the address of a server.
 * @returns What it printed.
 * @throws {Error} With what it printed, when a test fails.
 */
export async function runAdapterTest(
  { file }: AdapterTest,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const options = ['--conditions=@gatehouse/source', '--no-warnings', '--test-reporter=spec']
  const ran = run(process.execPath, [...options, join(examplesFolder, file)], {
    // Node would report to a runner of which this were a part.
    env: { ...process.env, ...env, NODE_TEST_CONTEXT: undefined },
    maxBuffer: 16 * 1024 * 1024,
  })
  try {
    const { stdout } = await ran
    return stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; stderr?: string }
    throw new Error(`${file} failed:\n${stdout}${stderr}`, { cause: error })
  }
}
