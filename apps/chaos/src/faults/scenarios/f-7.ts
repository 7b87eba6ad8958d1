import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '@gatehouse/gateway/testing'
import type { Scenario } from '../scenario.ts'
import { isAlive, workersOf } from '../workers.ts'

/** Workers that stand still. */
export const hangingWorkers: readonly Scenario[] = [
  {
    id: 'F-7a',
    name: 'SIGTERM, and a worker that stands still',
    does: 'One of two workers is stopped, and the gateway gets SIGTERM with 8 seconds of grace.',
    holds: 'The gateway and its workers are gone after delay, grace and three seconds.',
    async run(rig) {
      const { settings } = await rig.surroundings({ WORKERS: '2', SHUTDOWN_GRACE_SECONDS: '8' })
      rig.say('starting two workers')
      const gateway = await rig.gateway(settings)
      const workers = await eventually('two workers', () => {
        const pids = workersOf(gateway.process())
        return pids.length === 2 ? pids : undefined
      })
      process.kill(workers[0] ?? 0, 'SIGSTOP')
      gateway.process().signal('SIGTERM')
      rig.say('stopping')
      const beganAt = performance.now()
      const code = await Promise.race([gateway.process().ended, sleep(40_000, 'never' as const)])
      const seconds = (performance.now() - beganAt) / 1000
      rig.check(`ended with ${code} after ${seconds.toFixed(1)} s`, code === 1 && seconds < 14)
      const left = workers.filter(isAlive)
      rig.check(`workers left: ${left.length}`, left.length === 0)
    },
  },
  {
    id: 'F-7b',
    name: 'a worker that stands still, and clients',
    does: 'One of two workers is stopped while clients connect anew for each request.',
    holds: 'It is replaced after some ten seconds, and no request hangs for longer.',
    async run(rig) {
      const { settings } = await rig.surroundings({ WORKERS: '2' })
      rig.say('starting two workers')
      const gateway = await rig.gateway(settings)
      const [one = 0] = await eventually('two workers', () => {
        const pids = workersOf(gateway.process())
        return pids.length === 2 ? pids : undefined
      })
      process.kill(one, 'SIGSTOP')
      rig.say('one stands still')
      let longest = 0
      const end = performance.now() + 20_000
      const client = async () => {
        while (performance.now() < end) {
          const beganAt = performance.now()
          await fetch(`${gateway.url}/healthz`, { headers: { connection: 'close' } }).catch(() => 0)
          longest = Math.max(longest, performance.now() - beganAt)
          await sleep(20)
        }
      }
      await Promise.all(Array.from({ length: 6 }, client))
      const workers = await eventually('two workers again', () => {
        const pids = workersOf(gateway.process())
        return pids.length === 2 && !pids.includes(one) ? pids : undefined
      })
      rig.check(`workers: ${workers.length}, the one that hung is gone`, !workers.includes(one))
      rig.check(`the longest request took ${(longest / 1000).toFixed(1)} s`, longest < 16_000)
    },
  },
]
