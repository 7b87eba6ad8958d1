import type { Evidence, FaultKind } from './evidence.ts'
import { hasFailed } from './rules/answers.ts'
import { overlap } from './rules/overlap.ts'
import type { ChaosResult } from './run-chaos.ts'

/** How many violations of one rule are shown. */
const maxViolations = 10

/**
 * The result in lines: how much was checked, what breaks a rule, and how many retries each fault
 * cost.
 */
export function report({ evidence, findings }: ChaosResult): readonly string[] {
  const width = Math.max(...findings.map(({ rule }) => rule.length))
  return [
    ...findings.flatMap(({ rule, checked, violations }) => [
      `  ${rule.padEnd(width)}  ${String(checked).padStart(6)} checked  ${violations.length || 'no'} faults`,
      ...violations.slice(0, maxViolations).map((violation) => `    ${violation}`),
    ]),
    ...costs(evidence),
    `  back after the fault: ${recoveries(evidence) || 'nothing was away'}`,
  ]
}

function costs({ attempts, faults }: Evidence): readonly string[] {
  const kinds = Map.groupBy(faults, ({ kind }) => kind)
  return [...kinds].map(([kind, all]) => {
    const failed = attempts.filter(
      (attempt) => hasFailed(attempt) && all.some((fault) => overlap(attempt, fault)),
    )
    const each = Map.groupBy(failed, ({ operation }) => operation)
    const max = Math.max(0, ...[...each.values()].map(({ length }) => length))
    return `  ${all.length} × ${kind satisfies FaultKind}: ${failed.length} sent again, at most ${max} by one client`
  })
}

function recoveries({ recoveries: all }: Evidence): string {
  return all.map(({ gateway, milliseconds }) => `${gateway} ${milliseconds} ms`).join(', ')
}
