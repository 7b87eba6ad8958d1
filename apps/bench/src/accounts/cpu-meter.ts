import { readFileSync } from 'node:fs'
import { processTree } from '../processes/process-tree.ts'
import { cpuMicroseconds } from '../processes/usage.ts'

/** CPU time of a gateway, in microseconds. */
export interface GatewayCpu {
  /** Of the thread that runs JavaScript and SQLite. */
  readonly main: number
  /** CPU time of all other threads: password hashes, and some garbage collection. */
  readonly others: number
}

/** What a gateway has used so far. */
export function gatewayCpu(pid: number): GatewayCpu {
  const [used] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ', 1)
  const main = Number(used) / 1000
  return { main, others: cpuMicroseconds(pid) - main }
}

/** What each process of a family has used so far, by its id. */
export type FamilyCpu = ReadonlyMap<number, number>

/** What the children of a process have used so far; the process itself is left out. */
export function familyCpu(parent: number): FamilyCpu {
  const [, ...children] = processTree(parent)
  return new Map(children.flatMap((pid) => usedBy(pid)))
}

/** CPU time of a family between two readings; processes that ended meanwhile are left out. */
export function familyUse(before: FamilyCpu, after: FamilyCpu): number {
  return Array.from(after, ([pid, used]) => used - (before.get(pid) ?? 0)).reduce(
    (sum, each) => sum + each,
    0,
  )
}

function usedBy(pid: number): readonly (readonly [number, number])[] {
  try {
    return [[pid, cpuMicroseconds(pid)]]
  } catch {
    // The process has ended meanwhile.
    return []
  }
}
