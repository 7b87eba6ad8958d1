import { stripVTControlCharacters, styleText } from 'node:util'
import type { Outcome, Scenario, Verdict } from './scenario.ts'
import type { Total } from './verdict.ts'

const signs: Readonly<Record<Verdict, string>> = {
  held: styleText('green', '✓'),
  broken: styleText('red', '✗'),
  failed: styleText('yellow', '!'),
  skipped: styleText('gray', '–'),
}

/** How much of the evidence is shown of what did not hold. */
const maxEvidence = 8

/** What there is, a line each. */
export function listLines(scenarios: readonly Scenario[]): readonly string[] {
  const width = Math.max(...scenarios.map(({ id }) => id.length))
  return scenarios.map(({ id, name, needs = [] }) => {
    const needed = needs.length > 0 ? styleText('gray', `  needs ${needs.join(', ')}`) : ''
    return `  ${id.padEnd(width)}  ${name}${needed}`
  })
}

/** One run, in a line; with what was seen when it did not hold. */
export function outcomeLines({ name }: Scenario, outcome: Outcome): readonly string[] {
  const { id, verdict, seconds, evidence } = outcome
  const time = styleText('gray', `${Math.round(seconds)} s`)
  const line = `  ${signs[verdict]} ${id.padEnd(6)} ${name}  ${time}`
  return verdict === 'held' ? [line] : [line, ...indented(evidence)]
}

/** All runs, as a table for people. */
export function tableLines(totals: readonly Total[]): readonly string[] {
  const rows = totals.map(({ scenario, verdict, runs, held, seconds }) => [
    `${signs[verdict]} ${scenario.id}`,
    scenario.name,
    verdict === 'skipped' ? 'skipped' : `${held} of ${runs} held`,
    `${Math.round(seconds)} s`,
  ])
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...rows.map((row) => stripVTControlCharacters(row[column] ?? '').length)),
  )
  const lines = rows.map((row) =>
    `  ${row.map((cell, column) => padded(cell, widths[column] ?? 0)).join('  ')}`.trimEnd(),
  )
  const bad = totals.filter(({ verdict }) => verdict === 'broken' || verdict === 'failed')
  return [
    '',
    ...lines,
    ...bad.flatMap(({ scenario, evidence }) => [
      '',
      `  ${styleText('bold', scenario.id)}: ${scenario.holds}`,
      ...indented(evidence),
    ]),
    '',
    `  ${summary(totals)}`,
  ]
}

/** All runs, as rows of a page. */
export function pageLines(totals: readonly Total[]): readonly string[] {
  return [
    '| Scenario | What is done | What holds | Runs |',
    '| --- | --- | --- | --- |',
    ...totals.map(
      ({ scenario: { id, does, holds }, runs, held, verdict }) =>
        `| ${id} | ${does} | ${holds} | ${verdict === 'skipped' ? 'not run' : `${held} of ${runs}`} |`,
    ),
  ]
}

function summary(totals: readonly Total[]): string {
  const count = (verdict: Verdict) => totals.filter((each) => each.verdict === verdict).length
  const [held, broken, failed, skipped] = (['held', 'broken', 'failed', 'skipped'] as const).map(
    count,
  )
  const rest = [
    broken ? `${broken} broken` : '',
    failed ? `${failed} could not be checked` : '',
    skipped ? `${skipped} skipped` : '',
  ].filter((part) => part !== '')
  return [`${held} of ${totals.length} held`, ...rest].join(', ')
}

function indented(evidence: readonly string[]): readonly string[] {
  const shown = evidence.slice(0, maxEvidence).flatMap((text) => text.split('\n').slice(0, 4))
  return shown.map((line) => `      ${line}`)
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(width - stripVTControlCharacters(text).length)
}
