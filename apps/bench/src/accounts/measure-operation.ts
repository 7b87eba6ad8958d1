import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../median.ts'
import type { GatewayEnvironment, ResourceUse } from './gateway-environment.ts'
import { type LoadAmounts, load } from './load.ts'
import type { Operation } from './operations.ts'

/** What a gateway takes in a second without requests. */
export type IdleUse = ResourceUse

/** What one operation took, CPU times in microseconds. */
export interface OperationResult extends ResourceUse {
  readonly name: string
  readonly perSecond: number
  /** The median time of an answer, in milliseconds. */
  readonly milliseconds: number
  /** How many failed, for instance with 503; `perSecond` leaves them out. */
  readonly failed: number
}

/** Milliseconds for which work may continue after an answer. */
const settleMs = 300

/** Measures what a gateway takes without requests, for each second. */
export async function measureIdle(gateway: GatewayEnvironment, seconds: number): Promise<IdleUse> {
  const { use } = await gateway.measure(() => sleep(seconds * 1000))
  return mapUse(use, (value) => value / seconds)
}

/**
 * Runs an operation again and again, and waits for the mails that it caused. The use of an idle gateway is
 * subtracted.
 *
 * @throws The error of the operation, when at least half of the runs failed.
 */
export async function measureOperation(
  gateway: GatewayEnvironment,
  { mails, maxRuns, name, run }: Operation,
  { idle, ...amounts }: LoadAmounts & { readonly idle: IdleUse },
): Promise<OperationResult> {
  const arrived = gateway.mails()
  const begun = performance.now()
  const { result, use } = await gateway.measure(async () => {
    const done = await load(run, { ...amounts, max: maxRuns })
    await gateway.mailbox.until(arrived + done.done * mails)
    await sleep(settleMs)
    return done
  })
  if (result.failed >= result.done) throw result.failure
  const seconds = (performance.now() - begun) / 1000
  const net = combineUse(
    use,
    idle,
    (value, perSecond) => Math.max(0, value - perSecond * seconds) / result.done,
  )
  return {
    ...net,
    name,
    perSecond: result.done / result.seconds,
    milliseconds: median(result.milliseconds),
    failed: result.failed,
  }
}

function mapUse(use: ResourceUse, change: (value: number) => number): ResourceUse {
  return combineUse(use, use, change)
}

/** Combines two uses number by number; missing numbers stay missing. */
export function combineUse(
  one: ResourceUse,
  other: ResourceUse,
  combine: (value: number, other: number) => number,
): ResourceUse {
  const maybe = (value: number | undefined, second: number | undefined) =>
    value === undefined || second === undefined ? undefined : combine(value, second)
  return {
    main: combine(one.main, other.main),
    others: combine(one.others, other.others),
    server: maybe(one.server, other.server),
    transactions: combine(one.transactions, other.transactions),
    retries: combine(one.retries, other.retries),
    statements: maybe(one.statements, other.statements),
  }
}
