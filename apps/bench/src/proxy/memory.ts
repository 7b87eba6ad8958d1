import { whole } from '../numbers.ts'
import { residentKib } from '../processes/usage.ts'
import { tableRow } from '../table.ts'
import { targets } from './backend.ts'
import type { GatehousePeer } from './peers/gatehouse.ts'
import { makeLoad } from './wrk.ts'

/** Memory after so many requests, in MiB. */
export interface Sample {
  readonly requests: number
  /** Of the process. */
  readonly resident: number
  /**
   * Objects of JavaScript: the least that was seen since the last sample, when most garbage was
   * gone.
   */
  readonly heap: number
}

/** The columns of the table of samples. */
export const memoryColumns = ['Requests', 'MiB of the process', 'Least MiB of objects'] as const

/** The size of the measurement: counts, and durations in seconds. */
export interface MemoryAmounts {
  readonly requests: number
  readonly connections: number
  /** Seconds of load between two samples; a whole number. */
  readonly seconds: number
}

const samples = 10

/**
 * Requests through Gatehouse, as fast as it takes them.
 *
 * @param say Called with a row for every tenth of the requests.
 */
export async function measureMemory(
  gatehouse: GatehousePeer,
  { requests, connections, seconds }: MemoryAmounts,
  say: (line: string) => void,
): Promise<readonly Sample[]> {
  const { port, token } = gatehouse
  const load = { port, token, connections, target: targets.small, seconds }
  const taken: Sample[] = []
  let done = 0
  let heap = Number.POSITIVE_INFINITY
  while (done < requests) {
    done += (await makeLoad(load)).requests
    await gatehouse.emptyLog()
    heap = Math.min(heap, heapIn(await gatehouse.readMetrics()))
    if (done < (requests / samples) * (taken.length + 1)) continue
    const sample = { requests: done, resident: residentKib(gatehouse.pid) / 1024, heap }
    taken.push(sample)
    say(tableRow(cellsOf(sample)))
    heap = Number.POSITIVE_INFINITY
  }
  return taken
}

function cellsOf({ requests, resident, heap }: Sample): readonly string[] {
  return [whole(requests), whole(resident), heap.toFixed(1)]
}

/** MiB of objects, in Prometheus' text format. */
function heapIn(metrics: string): number {
  const [, bytes] = /^nodejs_heap_size_used_bytes (\S+)$/m.exec(metrics) ?? []
  return Number(bytes) / 2 ** 20
}

/**
 * How much more memory the second half of the samples has at most than the first half: 1 is the
 * same. The first sample is left out, since code is being compiled until then.
 */
export function growth(taken: readonly Sample[], what: 'resident' | 'heap'): number {
  const values = taken.slice(1).map((sample) => sample[what])
  const half = Math.floor(values.length / 2)
  return Math.max(...values.slice(half)) / Math.max(...values.slice(0, half))
}
