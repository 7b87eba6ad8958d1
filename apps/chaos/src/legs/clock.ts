import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { clockFrom } from '@gatehouse/test-services'
import { missingOf } from '../faults/needs.ts'
import { balancerMs } from '../faults.ts'
import { measureRecovery } from '../measure-recovery.ts'
import type { Leg } from './leg.ts'

const day = 24 * 3600

/** Seconds by which a clock jumps; each is also drawn with the other sign. */
const jumps = [3, 8, 45, 10 * 60, 3 * 3600, day, 40 * day, 200 * day] as const

/** Milliseconds after which every process has read its clock's file again: libfaketime counts whole seconds. */
const readAgainMs = 3000

/** The clock of one gateway jumps, or those of all gateways and the database, and goes back later. */
export const clock: Leg = {
  name: 'clock',
  store: 'postgres',
  round: [
    'clock jump',
    'jump of all clocks',
    'clock jump',
    'rotation',
    'jump of all clocks',
    'kill in a jump',
    'clock jump',
  ],
  missing: () => missingOf(['faketime']),
  async open({ later }) {
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-chaos-clocks-'))
    later(() => rm(folder, { recursive: true, force: true }))
    const known = new Set<string>()
    const fileOf = (name: string) => join(folder, name)
    const jump = async (names: Iterable<string>, seconds: number) => {
      for (const name of names) await setClock(fileOf(name), seconds)
      await sleep(readAgainMs)
    }
    await setClock(fileOf('database'), 0)
    return {
      name: 'clock',
      settings: {},
      mailWaitMs: 30_000,
      settingsOf(gateway) {
        known.add(gateway)
        return clockFrom(fileOf(gateway))
      },
      databaseEnv: clockFrom(fileOf('database')),
      faults: {
        async 'clock jump'({ environment, journal, random }, victim) {
          await jump([victim.name], drawn(random))
          await sleep(2000 + random(5000))
          await jump([victim.name], 0)
          const measuring = measureRecovery(environment)
          journal.recoveries.push(...(await measuring.since(Date.now())))
        },
        async 'kill in a jump'({ random }, victim) {
          await jump([victim.name], drawn(random))
          await sleep(1000 + random(3000))
          await victim.process().kill()
          await jump([victim.name], 0)
          await victim.start()
          await sleep(balancerMs)
        },
        async 'jump of all clocks'({ environment, journal, random }) {
          await jump([...known, 'database'], drawn(random))
          await sleep(2000 + random(5000))
          await jump([...known, 'database'], 0)
          const measuring = measureRecovery(environment)
          journal.recoveries.push(...(await measuring.since(Date.now())))
        },
      },
    }
  },
}

function drawn(random: (below: number) => number): number {
  const seconds = jumps[random(jumps.length)] ?? 0
  return random(2) === 0 ? seconds : -seconds
}

/** Written at once and not in parts: a process may read it in between. */
function setClock(file: string, seconds: number): Promise<void> {
  return writeFile(file, `${seconds < 0 ? '' : '+'}${seconds}s\n`)
}
