import type { Evidence } from '../evidence.ts'

/** The result of checking one rule. */
export interface RuleResult {
  /** How many things were held against the rule: where it is 0, nothing is proven. */
  readonly checked: number
  /** A sentence for each thing that breaks it. */
  readonly violations: readonly string[]
}

/** A condition that must hold in any case. It depends only on the evidence. */
export type Rule = (evidence: Evidence) => RuleResult

/**
 * Holds each of some things against a rule.
 *
 * @param violation Says how it breaks the rule, if it does.
 */
export function checkEach<Item>(
  items: readonly Item[],
  violation: (item: Item) => string | false | undefined,
): RuleResult {
  const violations = items.map(violation).filter((each) => typeof each === 'string')
  return { checked: items.length, violations }
}

/** Several results as one. */
export function together(...results: readonly RuleResult[]): RuleResult {
  return {
    checked: results.reduce((sum, { checked }) => sum + checked, 0),
    violations: results.flatMap(({ violations }) => violations),
  }
}
