import type { Act } from './act.ts'
import { type CheckResult, check, type Leniency } from './check-outcome.ts'
import type { Ruling, Seen } from './expectation.ts'
import { passTime } from './rules/pass-time.ts'
import { emptyWorld, type World } from './world.ts'

type Asked = Omit<Ruling, 'world'>

/** Requests that ran together, and what came of each. */
export interface Happening {
  readonly acts: readonly Act[]
  readonly seen: readonly Seen[]
  readonly leniency: Leniency
}

/**
 * Every world that can be, by all that was seen: one as a rule, more after a request that was cut off.
 * All methods throw an {@link Error} when none is left: the service has done what the model does not
 * allow.
 */
export interface PossibleWorlds {
  /** Takes note of requests. */
  check(happening: Happening): void
  /** Leaves the worlds of which nothing is wrong. @param faultsOf May change the world. */
  narrow(faultsOf: (ruling: Ruling) => readonly string[]): void
  /** Takes note that the jobs have run. */
  pass(): void
}

/** Begins with one empty world. @param asked What rules know now, beside the world. */
export function createPossibleWorlds(asked: () => Asked): PossibleWorlds {
  let worlds: readonly World[] = [emptyWorld()]

  const keep = ({ worlds: left, complaints }: CheckResult) => {
    if (left.length === 0) throw new Error([...new Set(complaints)].join('\n'))
    worlds = distinct(left)
  }

  return {
    check: (happening) => keep(inSomeOrder(worlds, happening, asked())),
    narrow(faultsOf) {
      const complaints: string[] = []
      const copies = worlds.map((world) => structuredClone(world))
      const left = copies.filter((world) => {
        const faults = faultsOf({ ...asked(), world })
        complaints.push(...faults)
        return faults.length === 0
      })
      keep({ worlds: left, complaints })
    },
    pass() {
      worlds = distinct(worlds.flatMap((world) => passTime({ ...asked(), world })))
    },
  }
}

/** Requests that ran together had the effect of some order, one after the other. */
function inSomeOrder(
  worlds: readonly World[],
  { acts, seen, leniency }: Happening,
  asked: Asked,
): CheckResult {
  const orders =
    acts.length === 2
      ? [
          [0, 1],
          [1, 0],
        ]
      : [[0]]
  const results = orders.map((order) => {
    let result: CheckResult = { worlds, complaints: [] }
    for (const index of order) {
      const [act, one] = [acts[index], seen[index]]
      if (!act || !one) continue
      const outcome = { act, seen: one, asked, leniency, since: worlds }
      const { worlds: left, complaints } = check(result.worlds, outcome)
      result = { worlds: left, complaints: [...result.complaints, ...complaints] }
    }
    return result
  })
  return {
    worlds: results.flatMap(({ worlds: left }) => left),
    complaints: results.flatMap(({ complaints }) => complaints),
  }
}

/** Worlds that nothing tells apart are one. */
function distinct(worlds: readonly World[]): readonly World[] {
  if (worlds.length < 2) return worlds
  return [...new Map(worlds.map((world) => [textOf(world), world])).values()]
}

function textOf(world: World): string {
  return JSON.stringify(world, (_, value: unknown) =>
    value instanceof Map || value instanceof Set ? [...value] : value,
  )
}
