import { createInstruments, define } from '@gatehouse/prometheus'
import { readMetrics } from '@gatehouse/prometheus/testing'
import { describe, expect, it } from '@jest/globals'
import { Registry } from 'prom-client'
import { createWorkerMetrics } from './worker-metrics.ts'

const common = { help: 'A test.', attention: '', across: 'sum' } as const
const visits = define({
  ...common,
  name: 'gatehouse_visits_total',
  type: 'counter',
  labels: { door: '' },
})
const waits = define({
  ...common,
  name: 'gatehouse_wait_seconds',
  type: 'histogram',
  labels: {},
  buckets: [1],
})
const guests = define({ ...common, name: 'gatehouse_guests', type: 'gauge', labels: {} })

/** A worker with visits through the front door, each of which waited for two seconds. */
function createWorker(count: number) {
  const registry = new Registry()
  const instruments = createInstruments(registry)
  const front = instruments.counts(visits).at({ door: 'front' })
  const waited = instruments.durations(waits).at({})
  instruments.gauge(guests, () => [{ labels: {}, value: 1 }])
  const visit = (times: number) => {
    front.value += times
    for (let time = 0; time < times; time += 1) waited.observe(2)
  }
  visit(count)
  return { visit, measure: () => registry.getMetricsAsJSON() }
}

/** Workers 1, 2 and so on, which answer unless they are busy. */
function createWorkerPool(counts: readonly number[]) {
  const workers = counts.map(createWorker)
  const busy = new Set<number>()
  const metrics = createWorkerMetrics({
    patienceMs: 20,
    ask(worker) {
      if (busy.has(worker)) return
      void workers[worker - 1]?.measure().then((answer) => metrics.received(worker, answer))
    },
  })
  const read = async (...those: readonly number[]) => {
    const numbers = readMetrics(await metrics.read(those))
    return [
      numbers.get('gatehouse_visits_total{door="front"}'),
      numbers.get('gatehouse_wait_seconds_bucket{le="1"}'),
      numbers.get('gatehouse_wait_seconds_count'),
      numbers.get('gatehouse_wait_seconds_sum'),
      numbers.get('gatehouse_guests'),
    ]
  }
  return { busy, metrics, read, workers }
}

describe('the metrics of several workers', () => {
  it('are added up', async () => {
    const { read } = createWorkerPool([3, 4])
    expect(await read(1, 2)).toEqual([7, 0, 7, 14, 2])
  })

  it('keep what those have counted that have ended, but not how things stood', async () => {
    const { metrics, read, workers } = createWorkerPool([3, 4, 5, 1])
    await read(1, 2)
    metrics.ended(1)
    expect(await read(2, 3)).toEqual([12, 0, 12, 24, 2])
    metrics.ended(2)
    metrics.ended(3)
    workers[3]?.visit(2)
    expect(await read(4)).toEqual([15, 0, 15, 30, 1])
    expect(await read(4)).toEqual([15, 0, 15, 30, 1])
  })

  it('take a worker that is too busy to answer as it was', async () => {
    const { busy, read, workers } = createWorkerPool([3, 4])
    await read(1, 2)
    busy.add(2)
    for (const worker of workers) worker.visit(10)
    expect(await read(1, 2)).toEqual([17, 0, 17, 34, 2])
    busy.delete(2)
    expect(await read(1, 2)).toEqual([27, 0, 27, 54, 2])
  })

  it('wait for nobody who ends meanwhile, nor count what comes after that', async () => {
    const { busy, metrics, read, workers } = createWorkerPool([3, 4])
    await read(1, 2)
    busy.add(2)
    const reading = read(1, 2)
    metrics.ended(2)
    metrics.received(2, (await workers[1]?.measure()) ?? [])
    expect(await reading).toEqual([7, 0, 7, 14, 1])
  })
})
