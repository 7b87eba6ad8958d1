import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Definition } from './definition.ts'

/** A value for each label. */
export type Labels<Label extends string> = Readonly<Record<Label, string>>

/** A number that only increases. Increasing it is the whole cost of counting a request. */
export interface Count {
  /** The count since the process started. */
  value: number
}

/** Counts of one metric, one for each combination of label values. */
export interface Counts<Label extends string> {
  /** The count of these values, always the same one: look it up once and keep it. */
  at(labels: Labels<Label>): Count
}

/** Counts durations of one kind. */
export interface Durations {
  /** Counts one duration. @param seconds Not negative. */
  observe(seconds: number): void
}

/** Durations of one metric, one for each combination of label values. */
export interface DurationsBy<Label extends string> {
  /** See `Counts.at`. */
  at(labels: Labels<Label>): Durations
}

/** A value of a gauge at a moment. */
export interface Sample<Label extends string> {
  /** One value for each label of the metric. */
  readonly labels: Labels<Label>
  /** The value, in the unit at the end of the metric's name. */
  readonly value: number
}

/**
 * Metrics as plain numbers, which prom-client reads at a scrape. Its own metrics look their labels up again
 * at each observation, which costs more than everything else.
 */
export interface Instruments {
  /** Registers a counter. @throws {Error} When the name is registered already. */
  counts<Label extends string>(definition: Definition<Label>): Counts<Label>
  /** Registers a histogram of seconds. @throws {Error} When one of the name is registered. */
  durations<Label extends string>(definition: Definition<Label>): DurationsBy<Label>
  /** Registers a gauge. @param read Called at each scrape. */
  gauge<Label extends string>(
    definition: Definition<Label>,
    read: () => readonly Sample<Label>[] | Promise<readonly Sample<Label>[]>,
  ): void
}

/** Instruments that are read through a registry. */
export function createInstruments(registry: Registry): Instruments {
  return {
    counts(definition) {
      const cells = createCells(definition, () => ({ value: 0 }))
      expose(new Counter(describe(definition, registry)), definition, () =>
        cells.all().map(({ labels, cell }) => ({ labels, value: cell.value })),
      )
      return { at: cells.at }
    },
    durations(definition) {
      const cells = createCells(definition, () => createTally(definition.buckets ?? []))
      expose(new Histogram(describe(definition, registry)), definition, () =>
        cells.all().flatMap(({ labels, cell }) => cell.values(definition.name, labels)),
      )
      return { at: cells.at }
    },
    gauge(definition, read) {
      expose(new Gauge(describe(definition, registry)), definition, read)
    },
  }
}

function describe<Label extends string>(definition: Definition<Label>, registry: Registry) {
  return {
    name: definition.name,
    help: definition.help,
    labelNames: labelNamesOf(definition),
    aggregator: definition.across,
    registers: [registry],
  }
}

function labelNamesOf<Label extends string>({ labels }: Definition<Label>): Label[] {
  return Object.keys(labels) as Label[]
}

interface Value {
  readonly metricName?: string
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
}

/** Makes a metric of prom-client return our values instead of its own. */
function expose(
  metric: Counter | Gauge | Histogram,
  { name, help, type, across: aggregator }: Definition,
  read: () => readonly Value[] | Promise<readonly Value[]>,
): void {
  const get = async () => ({ name, help, type, aggregator, values: await read() })
  // prom-client prefers the second method where it exists.
  Object.assign(metric, { get, getForPromString: get })
}

/** One cell for each combination of label values, created when it is first used. */
function createCells<Label extends string, Cell>(definition: Definition<Label>, make: () => Cell) {
  const names = labelNamesOf(definition)
  const cells = new Map<string, { readonly labels: Labels<Label>; readonly cell: Cell }>()
  return {
    at(labels: Labels<Label>): Cell {
      const key = names.map((name) => labels[name]).join('\n')
      const known = cells.get(key)
      if (known) return known.cell
      const cell = make()
      // In the order of the definition, whatever the caller's order.
      const ordered = Object.fromEntries(names.map((name) => [name, labels[name]]))
      cells.set(key, { labels: ordered as Labels<Label>, cell })
      return cell
    },
    all: () => [...cells.values()],
  }
}

interface Tally extends Durations {
  /** The values as Prometheus defines them: cumulative buckets, the sum and the count. */
  values(name: string, labels: Readonly<Record<string, string>>): readonly Value[]
}

function createTally(bounds: readonly number[]): Tally {
  const counts = new Float64Array(bounds.length + 1)
  const total = { sum: 0 }
  return {
    observe(seconds) {
      let index = 0
      while (index < bounds.length && seconds > (bounds[index] ?? 0)) index += 1
      counts[index] = (counts[index] ?? 0) + 1
      total.sum += seconds
    },
    values(name, labels) {
      let below = 0
      const buckets = [...bounds, '+Inf'].map((le, index) => {
        below += counts[index] ?? 0
        return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: below }
      })
      return [
        ...buckets,
        { metricName: `${name}_sum`, labels, value: total.sum },
        { metricName: `${name}_count`, labels, value: below },
      ]
    },
  }
}
