/**
 * The definition of one metric. The registry and docs/monitoring.md are both made from it, so that they
 * always agree.
 */
export interface Definition<Label extends string = string> {
  /** The name in Prometheus, with its unit (`_seconds`, `_bytes`) and `_total` for a counter. */
  readonly name: `gatehouse_${string}`
  /** The type in Prometheus. */
  readonly type: 'counter' | 'gauge' | 'histogram'
  /** One sentence: what is counted or measured. Its unit is in the name. */
  readonly help: string
  /** The possible values of each label, in Markdown. All values are ours: no client can choose one. */
  readonly labels: Readonly<Record<Label, string>>
  /** What an operator does about an unusual value, in Markdown. */
  readonly attention: string
  /**
   * How values of several processes become one number, and those of several replicas by the same function of
   * PromQL: values of each process are added up, values that all of them see are not.
   */
  readonly across: 'sum' | 'max' | 'min' | 'first'
  /** The upper bounds of a histogram's buckets, in seconds, ascending. */
  readonly buckets?: readonly number[]
}

/** Returns the definition, and keeps the names of its labels in the type. */
export function define<const Label extends string>(
  definition: Definition<Label>,
): Definition<Label> {
  return definition
}

/** Buckets for times that people wait: from a millisecond to the longest wait. */
export const waitBuckets: readonly number[] = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
]

/** Buckets for calls to nearby services. */
export const callBuckets: readonly number[] = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
]
