import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { processTree } from './process-tree.ts'

/**
 * CPU time that a process and those it started have used so far, all threads together, in
 * microseconds.
 */
export function cpuMicroseconds(pid: number): number {
  return sum(processTree(pid).flatMap(threadsOf).map(nanosecondsIn)) / 1000
}

/** Memory that a process and those it started have in use, in KiB. What they share counts twice. */
export function residentKib(pid: number): number {
  return sum(
    processTree(pid).map((each) => {
      const [, kib = 0] = /^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${each}/status`)) ?? []
      return Number(kib)
    }),
  )
}

/** How many files, sockets included, a process of ours may have open. */
export function openFilesLimit(): number {
  const [, most] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
  return Number(most)
}

function threadsOf(pid: number): readonly string[] {
  const folder = `/proc/${pid}/task`
  return existsSync(folder)
    ? readdirSync(folder).map((thread) => read(`${folder}/${thread}/schedstat`))
    : []
}

/** The first of three numbers: the time on a core. */
function nanosecondsIn(schedstat: string): number {
  return Number(schedstat.split(' ', 1)[0])
}

/** Empty for a process that has ended meanwhile. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0)
}
