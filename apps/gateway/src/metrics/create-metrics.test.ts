import { defaultSettings } from '@gatehouse/auth-core'
import { createMemoryPorts } from '@gatehouse/auth-core/testing'
import { readMetrics } from '@gatehouse/prometheus/testing'
import { afterEach, expect, it, jest } from '@jest/globals'
import { createMetrics, type Metrics } from './create-metrics.ts'
import { definitions } from './definitions.ts'
import type { GaugeSources } from './gauges.ts'

afterEach(() => {
  jest.useRealTimers()
})

it('has every metric there is a definition of, and no other', () => {
  const { registry } = complete()
  const own = registry
    .getMetricsAsArray()
    .map(({ name }) => name)
    .filter((name) => name.startsWith('gatehouse_'))
  const defined = Object.values(definitions).map(({ name }) => name)
  expect(own.toSorted()).toEqual(defined.toSorted())
})

it('says how things stand in the outbox', async () => {
  const oldest = new Date(Date.now() - 90_000)
  const numbers = await numbersOf(complete({ outbox: async () => ({ waiting: 3, oldest }) }))
  expect(numbers.gatehouse_outbox_waiting).toBe(3)
  expect(numbers.gatehouse_outbox_oldest_seconds).toBeCloseTo(90, 0)
})

it('leaves out what nobody knows, and shows the rest', async () => {
  const outbox = () => Promise.reject(new Error('away'))
  const numbers = await numbersOf(complete({ outbox }))
  expect(numbers).not.toHaveProperty('gatehouse_outbox_waiting')
  expect(numbers).not.toHaveProperty('gatehouse_outbox_oldest_seconds')
  expect(numbers.gatehouse_terminals_open).toBe(2)
})

it('waits no longer than a scrape may for what hangs, and shows the rest', async () => {
  const metrics = complete({ outbox: () => new Promise<never>(() => undefined) })
  jest.useFakeTimers()
  const reading = numbersOf(metrics)
  await jest.advanceTimersByTimeAsync(2000)
  const numbers = await reading
  expect(numbers).not.toHaveProperty('gatehouse_outbox_waiting')
  expect(numbers.gatehouse_terminals_open).toBe(2)
})

it('shows the connections to a database server, if there is one', async () => {
  const use = { used: 1, idle: 2, waiting: 3, max: 10 }
  const numbers = await numbersOf(complete({ pool: () => use }))
  expect(numbers).toMatchObject({
    'gatehouse_database_connections{state="used"}': 1,
    'gatehouse_database_connections{state="waiting"}': 3,
    'gatehouse_database_connections{state="most"}': 10,
  })
})

it('shows the ways to a credential store elsewhere, if there is one', async () => {
  const lane = { underWay: 4, waiting: 3, isOpen: true }
  const numbers = await numbersOf(complete({ bulkheads: () => ({ quick: lane }) }))
  expect(numbers).toMatchObject({
    'gatehouse_credential_store_requests{lane="quick",state="under_way"}': 4,
    'gatehouse_credential_store_requests{lane="quick",state="waiting"}': 3,
    'gatehouse_credential_store_circuit_open{lane="quick"}': 1,
  })
})

it('shows how much of the audit log is not chained, and nothing when that is not known', async () => {
  expect(await numbersOf(complete())).toMatchObject({ gatehouse_audit_waiting: 7 })
  const broken = complete({ audit: () => Promise.reject(new Error('no database')) })
  expect(await numbersOf(broken)).not.toHaveProperty('gatehouse_audit_waiting')
})

it('says what is running', async () => {
  const names = Object.keys(await numbersOf(complete()))
  const build = names.find((name) => name.startsWith('gatehouse_build_info'))
  expect(build).toContain('version="0.1.0"')
  expect(build).toContain(`node="${process.version}"`)
})

/** Metrics of everything that there can be. */
function complete(sources: Partial<GaugeSources> = {}): Metrics {
  const ports = createMemoryPorts()
  const metrics = createMetrics({ auth: defaultSettings, edition: '1.2.0' })
  metrics.store(ports.store)
  metrics.credentialStore(ports.credentialStore)
  metrics.rateLimiter(ports.rateLimiter)
  metrics.mailer(ports.mailer)
  metrics.auth({} as Parameters<Metrics['auth']>[0])
  metrics.watch({
    admission: ports.admission,
    keyRing: ports.keyRing,
    clock: { now: () => new Date() },
    mailIsUp: () => true,
    clockSkew: () => 0,
    edges: () => [],
    outbox: async () => ({ waiting: 0, oldest: null }),
    audit: async () => ({ waiting: 7 }),
    ...sources,
  })
  metrics.watchServer({ terminals: () => 2, connections: async () => 5 })
  return metrics
}

async function numbersOf({ registry }: Metrics): Promise<Record<string, number>> {
  return Object.fromEntries(readMetrics(await registry.metrics()))
}
