import { readFileSync } from 'node:fs'
import { definitions } from '@gatehouse/gateway'
import { describe, expect, it } from '@jest/globals'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { fillMonitoring, monitoringFile } from './fill-monitoring.ts'

const page = readFileSync(monitoringFile, 'utf8')
const registry = new Registry()
collectDefaultMetrics({ register: registry })
const known = new Set([
  ...registry.getMetricsAsArray().map(({ name }) => name),
  ...Object.values(definitions).map(({ name }) => name),
])

describe('docs/monitoring.md', () => {
  it('lists the metrics as they are; otherwise run npm run docs:monitoring', () => {
    expect(fillMonitoring(page)).toBe(page)
  })

  it('is not filled without its markers', () => {
    expect(() => fillMonitoring('# Monitoring')).toThrow(TypeError)
  })

  it('speaks of no metric that there is not', () => {
    const named = page.match(/`(?:gatehouse|process|nodejs)_\w+`/g) ?? []
    const unknown = named.map((name) => name.slice(1, -1)).filter((name) => !known.has(name))
    expect(named.length).toBeGreaterThan(30)
    expect(unknown).toEqual([])
  })
})

describe('the definitions', () => {
  it.each(Object.values(definitions))('$name has a name as Prometheus wants it', (metric) => {
    expect(metric.name.endsWith('_total')).toBe(metric.type === 'counter')
    if (metric.type === 'histogram') expect(metric.name).toMatch(/_seconds$/)
    const { buckets = [] } = metric as { readonly buckets?: readonly number[] }
    expect(buckets.length > 0).toBe(metric.type === 'histogram')
    expect(buckets.toSorted((one, other) => one - other)).toEqual(buckets)
    expect(metric.help).toMatch(/\.$/)
    expect(metric.attention).toMatch(/\.$/)
  })
})
