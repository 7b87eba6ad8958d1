import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Defect, Suite } from './defect.ts'
import type { Outcome } from './outcome.ts'
import { top } from './seeding.ts'

const program = join(import.meta.dirname, 'run-suite.ts')

/** Seconds for a whole suite. */
const suiteSeconds = 600

/** Runs a contract suite in a process of its own, with a defect or none. */
export async function runInProcess(
  { test, adapter }: Pick<Suite, 'test' | 'adapter'>,
  defect?: Defect,
): Promise<Outcome> {
  const child = spawn(
    process.execPath,
    [
      '--conditions=@gatehouse/source',
      program,
      JSON.stringify({ test, adapter }),
      JSON.stringify(defect ?? null),
    ],
    { cwd: top, stdio: ['ignore', 'pipe', 'pipe'], timeout: suiteSeconds * 1000 },
  )
  const [output, errors] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    child.exitCode ?? once(child, 'exit'),
  ])
  const [last = ''] = output.trimEnd().split('\n').slice(-1)
  if (last.startsWith('{')) return JSON.parse(last) as Outcome
  return { kind: 'caught', by: 'the process ends', message: errors.trim().split('\n')[0] ?? '' }
}
