import { describe, expect, it } from '@jest/globals'
import { AggregatorRegistry, Registry } from 'prom-client'
import { readMetrics } from '../testing/read-metrics.ts'
import { define } from './definition.ts'
import { createInstruments } from './instruments.ts'

const common = { help: 'A test.', attention: '', across: 'sum' } as const
const visits = define({
  ...common,
  name: 'gatehouse_visits_total',
  type: 'counter',
  labels: { door: '', hour: '' },
})
const waits = define({
  ...common,
  name: 'gatehouse_wait_seconds',
  type: 'histogram',
  labels: { door: '' },
  buckets: [0.1, 1],
})
const oldest = define({
  ...common,
  name: 'gatehouse_oldest_seconds',
  type: 'gauge',
  labels: {},
  across: 'max',
})

describe('a count', () => {
  it('is shown with its labels, from zero on', async () => {
    const { instruments, numbers } = create()
    const counts = instruments.counts(visits)
    counts.at({ door: 'front', hour: '9' }).value += 2
    counts.at({ hour: '10', door: 'front' })
    expect(await numbers()).toEqual({
      'gatehouse_visits_total{door="front",hour="9"}': 2,
      'gatehouse_visits_total{door="front",hour="10"}': 0,
    })
  })

  it('is the same one for the same labels', () => {
    const { at } = create().instruments.counts(visits)
    expect(at({ door: 'a', hour: '1' })).toBe(at({ hour: '1', door: 'a' }))
  })
})

describe('durations', () => {
  it('fall into every bucket that is not below them', async () => {
    const { instruments, numbers } = create()
    const front = instruments.durations(waits).at({ door: 'front' })
    for (const seconds of [0.05, 0.1, 0.5, 20]) front.observe(seconds)
    expect(await numbers()).toEqual({
      'gatehouse_wait_seconds_bucket{door="front",le="0.1"}': 2,
      'gatehouse_wait_seconds_bucket{door="front",le="1"}': 3,
      'gatehouse_wait_seconds_bucket{door="front",le="+Inf"}': 4,
      'gatehouse_wait_seconds_sum{door="front"}': 20.65,
      'gatehouse_wait_seconds_count{door="front"}': 4,
    })
  })
})

describe('a gauge', () => {
  it('is asked for each time, and shows nothing when nobody knows', async () => {
    const { instruments, numbers } = create()
    const answers = [[{ labels: {}, value: 7 }], []]
    instruments.gauge(oldest, async () => answers.shift() ?? [])
    expect(await numbers()).toEqual({ gatehouse_oldest_seconds: 7 })
    expect(await numbers()).toEqual({})
  })
})

it('says what each metric is', async () => {
  const { registry, instruments } = create()
  instruments.counts(visits)
  const text = await registry.metrics()
  expect(text).toContain('# HELP gatehouse_visits_total A test.\n')
  expect(text).toContain('# TYPE gatehouse_visits_total counter\n')
})

it('several processes are one: what each has is added up, what all of them see is not', async () => {
  const processes = [1, 2].map((share) => {
    const { registry, instruments } = create()
    instruments.counts(visits).at({ door: 'front', hour: '9' }).value += share
    instruments.durations(waits).at({ door: 'front' }).observe(share)
    instruments.gauge(oldest, () => [{ labels: {}, value: share * 10 }])
    return registry
  })
  const read = await Promise.all(processes.map((registry) => registry.getMetricsAsJSON()))
  // As a process gets it from another one.
  const sent = JSON.parse(JSON.stringify(read)) as object[]
  const together = readMetrics(await AggregatorRegistry.aggregate(sent).metrics())
  expect(Object.fromEntries(together)).toMatchObject({
    'gatehouse_visits_total{door="front",hour="9"}': 3,
    'gatehouse_wait_seconds_count{door="front"}': 2,
    'gatehouse_wait_seconds_bucket{door="front",le="1"}': 1,
    gatehouse_oldest_seconds: 20,
  })
})

function create() {
  const registry = new Registry()
  const numbers = async () => Object.fromEntries(readMetrics(await registry.metrics()))
  return { registry, instruments: createInstruments(registry), numbers }
}
