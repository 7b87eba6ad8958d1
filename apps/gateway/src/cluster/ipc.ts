/** What goes between the primary process and its workers. */

/** All metrics of a process, as prom-client writes them in JSON. */
export type MetricsSnapshot = readonly MetricSnapshot[]

/** One of them. */
export interface MetricSnapshot {
  readonly name: string
  readonly type: unknown
}

/** What a worker says. */
export type FromWorker =
  | { readonly kind: 'ready'; readonly port: number }
  | TakeTerminal
  | { readonly kind: 'free'; readonly id: number }
  | { readonly kind: 'measured'; readonly metrics: MetricsSnapshot }

/** Asks for a place for a terminal; `id` is the worker's own for it. */
export interface TakeTerminal {
  readonly kind: 'take'
  readonly id: number
  readonly userId: string
  readonly network: string
}

/** What the primary process says. */
export type FromPrimary =
  | { readonly kind: 'stop' }
  | { readonly kind: 'taken'; readonly id: number; readonly isTaken: boolean }
  | { readonly kind: 'measure' }
