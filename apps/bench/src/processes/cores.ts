import { execFileSync } from 'node:child_process'
import { allowedCores } from './allowed-cores.ts'
import { processTree } from './process-tree.ts'
import { requireProgram } from './require-program.ts'

const allowed = allowedCores()
const [measured = 0, others = measured] = allowed

/**
 * The core for the measured process, and the core for the load; the same one if there is only one. All that this process
 * could use when it began, as `taskset` reads them: a benchmark may keep it on fewer.
 */
export const cores = { measured, others, all: allowed.join(',') } as const

/**
 * Keeps a process on some cores, with all its threads and all processes that it has started.
 *
 * @param core One core, or several as `taskset` reads them: `0,1`.
 * @returns Its id.
 * @throws {Error} if it did not start.
 */
export function pinnedTo(
  core: number | string,
  { pid }: { readonly pid?: number | undefined },
): number {
  if (pid === undefined) throw new Error('the process did not start')
  for (let attempt = 1; ; attempt += 1) {
    try {
      pinTree(core, pid)
      return pid
    } catch (error) {
      if (attempt === maxAttempts) throw error
    }
  }
}

/** taskset fails when a process or a thread has ended since it was listed. */
const maxAttempts = 5

function pinTree(core: number | string, root: number): void {
  for (const each of processTree(root)) {
    const parameters = ['--all-tasks', '--cpu-list', '--pid', String(core), String(each)]
    execFileSync(requireProgram('taskset'), parameters, { stdio: 'ignore' })
  }
}
