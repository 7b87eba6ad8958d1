import { join } from 'node:path'
import { cores } from '../processes/cores.ts'
import { startProgram } from '../processes/program.ts'

/** Who guesses, and how often. */
export interface AttackPlan {
  /** Of the auth routes. */
  readonly url: string
  readonly networks: number
  readonly perSecond: number
  /** Half of the guesses are at the first one. */
  readonly addresses: readonly string[]
}

/** How many guesses were answered how. */
export interface AttackCounts {
  readonly sent: number
  /** By their status. */
  readonly statuses: ReadonlyMap<number, number>
  /** Connections that broke. */
  readonly lost: number
}

/** Attackers at work. */
export interface Attack {
  /** What they got so far. */
  counts(): Promise<AttackCounts>
  /** Ends them. */
  stop(): Promise<void>
}

/** Begins to guess, from a process on the core of the load. */
export function startAttack({ url, networks, perSecond, addresses }: AttackPlan): Attack {
  const file = join(import.meta.dirname, 'programs', 'attackers.ts')
  const parameters = [url, String(networks), String(perSecond), ...addresses]
  const program = startProgram(file, cores.others, parameters)
  return {
    async counts() {
      program.child.send('counts')
      const { sent = 0, lost = 0, ...others } = await program.next()
      const statuses = Object.entries(others).map(
        ([name, count]) => [Number(name.replace('status', '')), count] as const,
      )
      return { sent, lost, statuses: new Map(statuses) }
    },
    stop: () => program.stop(),
  }
}
