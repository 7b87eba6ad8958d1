import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Definition } from '@gatehouse/gateway'
import { definitions } from '@gatehouse/gateway'
import { describe, expect, it } from '@jest/globals'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { parse } from 'yaml'
import { readPage, rowsOf, top } from '../pages.ts'

interface Alert {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string }
}

interface Panel {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly gridPos: Readonly<Record<'h' | 'w' | 'x' | 'y', number>>
  readonly targets?: readonly { readonly expr: string }[]
}

const rules = parse(readFile('alerts.yaml')) as {
  readonly groups: readonly { readonly rules: readonly Alert[] }[]
}
const alerts = rules.groups.flatMap((group) => group.rules)
const dashboard = JSON.parse(readFile('grafana-dashboard.json')) as {
  readonly panels: readonly Panel[]
  readonly templating: { readonly list: readonly { readonly query: unknown }[] }
}
const queries = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => [title, expr] as const),
)

/** What HAProxy's own exporter has of the edges; the tests of the edge read it from a real one. */
const ofEdges: ReadonlyMap<string, readonly string[]> = new Map([
  ['haproxy_backend_http_responses_total', ['proxy', 'code']],
  ['haproxy_backend_total_time_average_seconds', ['proxy']],
])

/** What Prometheus adds to every series by itself. */
const added = ['job', 'instance']
const own: ReadonlyMap<string, Definition> = new Map(
  Object.values<Definition>(definitions).map((definition) => [definition.name, definition]),
)
const ofTheProcess = namesOfTheProcess()

describe.each([
  ['an alert', alerts.map(({ alert, expr }) => [alert, expr] as const)],
  ['a panel', queries],
])('%s', (_what, expressions) => {
  it.each(expressions)('%s asks for metrics that there are', (_title, expr) => {
    const series = seriesIn(expr)
    expect(series.length).toBeGreaterThan(0)
    for (const { name, labels } of series) expect(unknownIn(name, labels)).toEqual([])
  })
})

describe('the alerts', () => {
  it('have each a name of their own, a severity and a sentence', () => {
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length)
    for (const { labels, annotations } of alerts) {
      expect(['page', 'ticket']).toContain(labels.severity)
      expect(annotations.summary).toMatch(/\.$/)
    }
  })

  it('are those of the page', () => {
    const rows = rowsOf(readPage('docs/monitoring.md'))
    const named = rows.flatMap(([cell = '']) => /^`(Gatehouse\w+)`$/.exec(cell)?.[1] ?? [])
    expect(named).toEqual(alerts.map(({ alert }) => alert))
  })
})

describe('the dashboard', () => {
  it('has panels that do not lie over each other', () => {
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from(
        { length: w * h },
        (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`,
      ),
    )
    expect(new Set(cells).size).toBe(cells.length)
    expect(Math.max(...cells.map((cell) => Number(cell.split(',')[0])))).toBeLessThan(24)
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
  })

  it('shows every metric of our own', () => {
    const shown = queries.flatMap(([, expr]) => seriesIn(expr).map(({ name }) => metricOf(name)))
    expect([...own.keys()].filter((name) => !shown.includes(name))).toEqual([])
  })
})

interface Series {
  readonly name: string
  readonly labels: readonly string[]
}

/** The series that an expression selects, with the labels it selects them by. */
function seriesIn(expr: string): readonly Series[] {
  const found = expr.matchAll(/\b((?:gatehouse|haproxy|nodejs|process)_\w+|up)\b(?:\{([^}]*)\})?/g)
  return Array.from(found, ([, name = '', selector = '']) => ({
    name,
    labels: Array.from(selector.matchAll(/(\w+)(?:=|!)/g), ([, label = '']) => label),
  }))
}

function unknownIn(name: string, labels: readonly string[]): readonly string[] {
  if (name === 'up' || ofTheProcess.has(name)) return labels.filter((each) => !added.includes(each))
  const labelsOfEdges = ofEdges.get(name)
  if (labelsOfEdges) return labels.filter((label) => ![...labelsOfEdges, ...added].includes(label))
  const definition = own.get(metricOf(name))
  if (!definition) return [name]
  const known = [...Object.keys(definition.labels), ...added]
  return labels.filter((label) => !known.includes(label))
}

/** A histogram is read by its parts. */
function metricOf(series: string): string {
  const whole = series.replace(/_(?:bucket|sum|count)$/, '')
  return own.get(whole)?.type === 'histogram' ? whole : series
}

function namesOfTheProcess(): ReadonlySet<string> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const names = registry.getMetricsAsArray().map(({ name }) => name)
  return new Set([...names, ...names.flatMap((name) => [`${name}_sum`, `${name}_count`])])
}

function readFile(name: string): string {
  return readFileSync(join(top, 'docs/monitoring', name), 'utf8')
}
