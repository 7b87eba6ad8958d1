import { setTimeout as sleep } from 'node:timers/promises'

/** A process that leads a group of its own. */
interface Leader {
  readonly pid: number
}

/** Whether the process that leads the group is there. */
export function isAlive({ pid }: Leader): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Asks a group to end by a signal, and after half a minute makes it. */
export async function endProcess(leader: Leader, signal: NodeJS.Signals): Promise<void> {
  const end = Date.now() + 30_000
  signalGroup(leader, signal)
  while (isAlive(leader) && Date.now() < end) await sleep(50)
  signalGroup(leader, 'SIGKILL')
}

/** Ends a group in the midst of what it is doing. Returns when its leader is gone. */
export async function killProcess(leader: Leader): Promise<void> {
  signalGroup(leader, 'SIGKILL')
  while (isAlive(leader)) await sleep(10)
}

function signalGroup({ pid }: Leader, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // It is gone already.
  }
}
