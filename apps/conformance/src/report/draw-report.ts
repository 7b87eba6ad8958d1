import type { Conformance, Result } from '../run-conformance.ts'

/** The outcomes as they are counted, the good one first. */
const outcomes = ['passed', 'failed', 'not applicable', 'not checked'] as const

/** The results as a table, a check a line, with the reason where one did not pass; then the sums by edition and level. */
export function drawReport({ results, left }: Conformance): readonly string[] {
  return [
    ...table([
      ['EDITION', 'SAID BY', 'CHECK', 'RESULT', 'WHY'],
      ...results.map(({ check, outcome, why }) => [
        ...[check.edition, check.level, check.id],
        ...[outcome === 'failed' ? 'FAILED' : outcome, outcome === 'failed' ? 'see below' : why],
      ]),
    ]),
    ...results.filter(({ outcome }) => outcome === 'failed').flatMap(describeFailure),
    '',
    ...table([['EDITION', 'SAID BY', ...outcomes], ...sums(results)]),
    ...left.map((each) => `Left behind: the organization ${each}`),
  ]
}

function describeFailure({ check, why }: Result): readonly string[] {
  return [
    '',
    `FAILED ${check.id}: ${check.says}`,
    `  ${why}`,
    `  HTTP API, section "${check.section}"`,
  ]
}

function sums(results: readonly Result[]): readonly (readonly string[])[] {
  const keyOf = ({ check }: Result) => `${check.edition} ${check.level}`
  const groups = Map.groupBy(results, keyOf)
  return [...groups]
    .toSorted()
    .map(([key, group]) => [
      ...key.split(' '),
      ...outcomes.map((each) => String(group.filter(({ outcome }) => outcome === each).length)),
    ])
}

/** Rows as lines, each column as wide as its widest cell. */
function table(rows: readonly (readonly string[])[]): readonly string[] {
  const [heading = []] = rows
  const widths = heading.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(at === heading.length - 1 ? 0 : (widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}
