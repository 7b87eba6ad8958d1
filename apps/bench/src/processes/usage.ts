import { readdirSync, readFileSync } from 'node:fs'

/** CPU time that a process has used so far, all its threads together, in microseconds. */
export function cpuMicroseconds(pid: number): number {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) => {
    const [used] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
    return Number(used)
  })
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1000
}

/** Memory that a process has in use, in KiB. */
export function residentKib(pid: number): number {
  const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kib)
}

/** How many files, sockets included, a process of ours may have open. */
export function openFilesLimit(): number {
  const [, most] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
  return Number(most)
}
