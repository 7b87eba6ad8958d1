import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '@gatehouse/gateway/testing'
import type { Replica } from '../chaos-environment.ts'
import { workersOf } from '../faults/workers.ts'
import type { Leg } from './leg.ts'

/** Milliseconds that a gateway takes at most to replace a worker on a busy machine. */
const replaceMs = 180_000

/** Two processes serve for each gateway; they are killed and stopped. */
export const workers: Leg = {
  name: 'workers',
  gateways: 2,
  round: ['worker kill', 'worker stop', 'kill', 'worker kill', 'drain'],
  async open() {
    return {
      name: 'workers',
      // A request that a kill has cut waits for what the dead process holds when it is repeated, which may take
      // twelve seconds. A stop in order has to let it finish.
      settings: { WORKERS: '2', SHUTDOWN_GRACE_SECONDS: '13' },
      faults: {
        async 'worker kill'({ random }, victim) {
          const pid = await drawn(victim, random)
          process.kill(pid, 'SIGKILL')
          await untilReplaced(victim, pid)
        },
        async 'worker stop'({ random }, victim) {
          const pid = await drawn(victim, random)
          process.kill(pid, 'SIGSTOP')
          await sleep(1000 + random(12_000))
          // One that stands still for ten seconds is replaced.
          const isThere = workersOf(victim.process()).includes(pid)
          if (isThere) process.kill(pid, 'SIGCONT')
          await untilReplaced(victim, isThere ? undefined : pid)
        },
      },
    }
  },
}

async function drawn(victim: Replica, random: (below: number) => number): Promise<number> {
  const pids = await twoOf(victim)
  return pids[random(pids.length)] ?? 0
}

function twoOf(victim: Replica): Promise<readonly number[]> {
  return eventually(
    'two workers',
    () => {
      const pids = workersOf(victim.process())
      return pids.length >= 2 ? pids : undefined
    },
    replaceMs,
  )
}

async function untilReplaced(victim: Replica, pid: number | undefined): Promise<void> {
  await eventually(
    'another worker',
    () => {
      const pids = workersOf(victim.process())
      return (pids.length >= 2 && !pids.includes(pid ?? 0)) || undefined
    },
    replaceMs,
  )
  await sleep(1000)
}
