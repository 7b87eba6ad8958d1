/**
 * What there is to know about one metric. The registry and docs/monitoring.md are both made from
 * it, so that neither has a metric that the other lacks.
 */
export interface Definition<Label extends string = string> {
  /** The name in Prometheus, with its unit (`_seconds`, `_bytes`) and `_total` for a counter. */
  readonly name: `gatehouse_${string}`
  /** The type as Prometheus knows it. */
  readonly type: 'counter' | 'gauge' | 'histogram'
  /** One sentence: what is counted or measured. Its unit is in the name. */
  readonly help: string
  /** What values each label can have, in Markdown. All of them are ours: no client chooses one. */
  readonly labels: Readonly<Record<Label, string>>
  /** What an operator does about an unusual value, in Markdown. */
  readonly attention: string
  /**
   * How the processes of one machine become one number, and those of several replicas with the same
   * function of PromQL: what each has for itself is added up, what all of them see is not.
   */
  readonly across: 'sum' | 'max' | 'min' | 'first'
  /** Upper bounds of a histogram, in seconds, rising. */
  readonly buckets?: readonly number[]
}

/** For the compiler, which keeps the names of the labels. */
export function define<const Label extends string>(
  definition: Definition<Label>,
): Definition<Label> {
  return definition
}

/** For what people wait for: from a millisecond to the longest patience. */
export const waitBuckets: readonly number[] = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
]

/** For what is asked of something near. */
export const callBuckets: readonly number[] = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
]
