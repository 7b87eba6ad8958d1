import type { FilledDatabase, FilledSite } from '../accounts/filled-site.ts'
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
  /** After all of it, in MiB. */
  readonly residentMib: readonly number[]
  readonly operations: readonly OperationGrowth[]
}

/** How much is measured. */
export interface UnderLoadAmounts {
  readonly rounds: number
  readonly seconds: number
  readonly concurrency: number
}

type Make = (site: FilledSite, round: number) => Operation

/** In this order, so that a mail of a sign-up meets no other measurement. */
const operations: readonly Make[] = [(site) => logIn(site), (site) => refresh(site), signUp]

/** A gateway on each database, all of them running; each has its turn in every round. */
export async function measureUnderLoad(
  all: readonly FilledDatabase[],
  amounts: UnderLoadAmounts,
): Promise<GatewayGrowth> {
  const sites: FilledSite[] = []
  try {
    for (const filled of all) sites.push(await filled.start())
    const results = await takeTurns(sites, amounts)
    return {
      startMs: sites.map(({ gateway }) => gateway.startMs),
      residentMib: sites.map(({ gateway }) => residentKib(gateway.pid) / 1024),
      operations: growthOf(results),
    }
  } finally {
    for (const { gateway } of sites) await gateway.stop()
  }
}

/** By operation, then by database, then by round. */
type Results = readonly (readonly (readonly OperationResult[])[])[]

async function takeTurns(
  sites: readonly FilledSite[],
  { rounds, ...amounts }: UnderLoadAmounts,
): Promise<Results> {
  const idle: IdleUse[] = []
  for (const { gateway } of sites) idle.push(await measureIdle(gateway, 2))
  const results = operations.map(() => sites.map((): OperationResult[] => []))
  // The first round is for the compilers.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [kind, make] of operations.entries()) {
      for (const [place, site] of sites.entries()) {
        const given = { ...amounts, idle: idle[place] as IdleUse }
        const result = await measureOperation(site.gateway, make(site, round), given)
        if (round > 0) results[kind]?.[place]?.push(result)
      }
    }
  }
  return results
}

function growthOf(results: Results): readonly OperationGrowth[] {
  const medians = (bySite: Results[number], value: (result: OperationResult) => number) =>
    bySite.map((taken) => median(taken.map(value)))
  return results.map((bySite) => ({
    name: bySite[0]?.[0]?.name ?? '',
    perSecond: medians(bySite, ({ perSecond }) => perSecond),
    microseconds: medians(bySite, ({ main, server = 0 }) => main + server),
  }))
}
