import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../median.ts'
import type { GatewayEnvironment, Use } from './gateway-environment.ts'
import { type LoadAmounts, load } from './load.ts'
import type { Operation } from './operations.ts'

/** What a gateway does in a second when nobody asks. */
export type IdleUse = Use

/** What one operation took, CPU times in microseconds. */
export interface OperationResult extends Use {
  readonly name: string
  readonly perSecond: number
  /** Between a question and its answer, the median, in milliseconds. */
  readonly milliseconds: number
  /** How many were answered otherwise, as with 503; they are not among those of a second. */
  readonly failed: number
}

/** A moment in which what was answered also ends. */
const settleMs = 300

/** What a gateway does that nobody asks, for each second. */
export async function measureIdle(gateway: GatewayEnvironment, seconds: number): Promise<IdleUse> {
  const { use } = await gateway.measure(() => sleep(seconds * 1000))
  return mapUse(use, (value) => value / seconds)
}

/**
 * Does it again and again, and waits for the mails it caused. What the gateway would have done anyway
 * is taken off.
 *
 * @throws What the operation failed with, when it failed as often as not.
 */
export async function measureOperation(
  gateway: GatewayEnvironment,
  { mails, most, name, run }: Operation,
  { idle, ...amounts }: LoadAmounts & { readonly idle: IdleUse },
): Promise<OperationResult> {
  const arrived = gateway.mails()
  const begun = performance.now()
  const { result, use } = await gateway.measure(async () => {
    const done = await load(run, { ...amounts, most })
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

function mapUse(use: Use, change: (value: number) => number): Use {
  return combineUse(use, use, change)
}

/** Number by number; what is missing stays so. */
export function combineUse(
  one: Use,
  other: Use,
  combine: (value: number, other: number) => number,
): Use {
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
