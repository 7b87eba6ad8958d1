import type { FilledDatabase, FilledEnvironment } from '../accounts/filled-environment.ts'
import {
  type IdleUse,
  measureIdle,
  measureOperation,
  type OperationResult,
} from '../accounts/measure-operation.ts'
import { logIn, type Operation, refresh, signUp } from '../accounts/operations.ts'
import { median } from '../median.ts'
import { residentKib } from '../processes/usage.ts'

/** How one operation went, in the order of the databases. */
export interface OperationGrowth {
  readonly name: string
  readonly perSecond: readonly number[]
  /** CPU of the gateway without password hashes, and of the database server, in microseconds. */
  readonly microseconds: readonly number[]
}

/** What a gateway on each database took. */
export interface GatewayGrowth {
  readonly startMs: readonly number[]
  /** Memory after all operations, in MiB. */
  readonly residentMib: readonly number[]
  readonly operations: readonly OperationGrowth[]
}

/** The size of the measurement: counts, and durations in seconds. */
export interface UnderLoadAmounts {
  readonly rounds: number
  readonly seconds: number
  readonly concurrency: number
}

type OperationOf = (environment: FilledEnvironment, round: number) => Operation

/** In this order, so that no mail of a sign-up falls into another measurement. */
const operations: readonly OperationOf[] = [
  (environment) => logIn(environment),
  (environment) => refresh(environment),
  signUp,
]

/** A gateway on each database, all of them running; each has its turn in every round. */
export async function measureUnderLoad(
  all: readonly FilledDatabase[],
  amounts: UnderLoadAmounts,
): Promise<GatewayGrowth> {
  const environments: FilledEnvironment[] = []
  try {
    for (const filled of all) environments.push(await filled.start())
    const results = await takeTurns(environments, amounts)
    return {
      startMs: environments.map(({ gateway }) => gateway.startMs),
      residentMib: environments.map(({ gateway }) => residentKib(gateway.pid) / 1024),
      operations: growthOf(results),
    }
  } finally {
    for (const { gateway } of environments) await gateway.stop()
  }
}

/** By operation, then by database, then by round. */
type Results = readonly (readonly (readonly OperationResult[])[])[]

async function takeTurns(
  environments: readonly FilledEnvironment[],
  { rounds, ...amounts }: UnderLoadAmounts,
): Promise<Results> {
  const idle: IdleUse[] = []
  for (const { gateway } of environments) idle.push(await measureIdle(gateway, 2))
  const results = operations.map(() => environments.map((): OperationResult[] => []))
  // The first round warms up the compilers.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [kind, make] of operations.entries()) {
      for (const [place, environment] of environments.entries()) {
        const given = { ...amounts, idle: idle[place] as IdleUse }
        const result = await measureOperation(environment.gateway, make(environment, round), given)
        if (round > 0) results[kind]?.[place]?.push(result)
      }
    }
  }
  return results
}

function growthOf(results: Results): readonly OperationGrowth[] {
  const medians = (byEnvironment: Results[number], value: (result: OperationResult) => number) =>
    byEnvironment.map((taken) => median(taken.map(value)))
  return results.map((byEnvironment) => ({
    name: byEnvironment[0]?.[0]?.name ?? '',
    perSecond: medians(byEnvironment, ({ perSecond }) => perSecond),
    microseconds: medians(byEnvironment, ({ main, server = 0 }) => main + server),
  }))
}
