import { setTimeout as sleep } from 'node:timers/promises'

/** A process that leads a group of its own. */
interface GroupLeader {
  readonly pid: number
}

/** Whether the leader of the group is running. */
export function isAlive({ pid }: GroupLeader): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/**
 * Asks a group to end by a signal, and kills it after half a minute. Resolves when its leader is
 * gone.
 */
export async function endProcess(leader: GroupLeader, signal: NodeJS.Signals): Promise<void> {
  const end = Date.now() + 30_000
  signalGroup(leader, signal)
  while (isAlive(leader) && Date.now() < end) await sleep(50)
  signalGroup(leader, 'SIGKILL')
}

/** Kills a group. Resolves when its leader is gone. */
export async function killProcess(leader: GroupLeader): Promise<void> {
  signalGroup(leader, 'SIGKILL')
  while (isAlive(leader)) await sleep(10)
}

function signalGroup({ pid }: GroupLeader, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // The process is gone already.
  }
}
