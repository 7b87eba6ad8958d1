import type { Evidence } from '../evidence.ts'

/** What became of one rule. */
export interface Verdict {
  /** How much was held against the rule: where this is nothing, nothing is proven. */
  readonly judged: number
  /** A sentence for each thing that breaks it. */
  readonly faults: readonly string[]
}

/** Something that has to be so whatever happened. Looks at nothing but the evidence. */
export type Rule = (evidence: Evidence) => Verdict

/** Holds each of some things against a rule. @param fault Says what is wrong with it, if anything. */
export function judgeEach<Item>(
  items: readonly Item[],
  fault: (item: Item) => string | false | undefined,
): Verdict {
  const faults = items.map(fault).filter((each) => typeof each === 'string')
  return { judged: items.length, faults }
}

/** Several verdicts as one. */
export function together(...verdicts: readonly Verdict[]): Verdict {
  return {
    judged: verdicts.reduce((sum, { judged }) => sum + judged, 0),
    faults: verdicts.flatMap(({ faults }) => faults),
  }
}
