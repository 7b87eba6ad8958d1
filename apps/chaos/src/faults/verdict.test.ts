import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from '@jest/globals'
import type { Outcome, Scenario } from './scenario.ts'
import { scenarios } from './scenarios.ts'
import { pageLines, tableLines } from './show.ts'
import { addUp, check, isGood } from './verdict.ts'

const scenario = (id: string): Scenario => ({
  id,
  name: `name of ${id}`,
  does: 'Something is done.',
  holds: 'Something holds.',
  run: async () => undefined,
})

const outcome = (id: string, verdict: Outcome['verdict'], seconds = 1): Outcome => ({
  id,
  verdict,
  seconds,
  seed: 1,
  evidence: [`seen in ${id}`],
  warnings: [],
})

describe('the verdict on a run', () => {
  it('is that it held when all was as it must be', () => {
    expect(check({ seen: [['200', true]] })).toEqual({ verdict: 'held', evidence: ['200'] })
  })

  it('is that it is broken when one thing was not, which comes first', () => {
    const seen = [['200', true] as const, ['401', false] as const]
    expect(check({ seen })).toEqual({ verdict: 'broken', evidence: ['401', '200'] })
    expect(check({ seen, error: new Error('and then it ended') }).verdict).toBe('broken')
  })

  it('is that it failed when the surroundings did, or nothing was looked at', () => {
    const error = new Error('no PostgreSQL')
    expect(check({ seen: [], error })).toEqual({ verdict: 'failed', evidence: ['no PostgreSQL'] })
    expect(check({ seen: [] }).verdict).toBe('failed')
  })
})

describe('the sum of several runs', () => {
  const three = ['F-1', 'F-2', 'F-3'].map(scenario)

  it('has the worst run of each scenario, and how many held', () => {
    const outcomes = [
      outcome('F-1', 'held', 3),
      outcome('F-1', 'broken', 2),
      outcome('F-2', 'held'),
      outcome('F-2', 'held', 5),
    ]
    expect(addUp(three, outcomes)).toMatchObject([
      { verdict: 'broken', runs: 2, held: 1, seconds: 3 },
      { verdict: 'held', runs: 2, held: 2, seconds: 5 },
    ])
  })

  it.each([
    [['held', 'skipped'], true],
    [['held', 'failed'], false],
    [['broken', 'held'], false],
  ] as const)('%j ends well: %s', (verdicts, isSo) => {
    const outcomes = verdicts.map((verdict, index) => outcome(`F-${index + 1}`, verdict))
    expect(isGood(addUp(three, outcomes))).toBe(isSo)
  })

  it('is a table that says what did not hold, and what was seen', () => {
    const totals = addUp(three, [outcome('F-1', 'held'), outcome('F-2', 'broken')])
    const lines = tableLines(totals).map(stripVTControlCharacters)
    expect(lines.slice(1, 3)).toEqual([
      '  ✓ F-1  name of F-1  1 of 1 held  1 s',
      '  ✗ F-2  name of F-2  0 of 1 held  1 s',
    ])
    expect(lines).toContain('  F-2: Something holds.')
    expect(lines).toContain('      seen in F-2')
    expect(lines.at(-1)).toBe('  1 of 2 held, 1 broken')
  })

  it('is rows of a page', () => {
    const totals = addUp(three, [outcome('F-1', 'held'), outcome('F-2', 'skipped')])
    expect(pageLines(totals).slice(2)).toEqual([
      '| F-1 | Something is done. | Something holds. | 1 of 1 |',
      '| F-2 | Something is done. | Something holds. | not run |',
    ])
  })
})

describe('the scenarios', () => {
  it('have each an id of their own', () => {
    const ids = scenarios.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => !/^[FH]-\d+[a-z]?$/.test(id))).toEqual([])
  })

  it('say what they do and what holds in one sentence each', () => {
    const sentence = /^[A-Z][^|\n]*\.$/
    const odd = scenarios.filter(({ does, holds }) => !sentence.test(does) || !sentence.test(holds))
    expect(odd).toEqual([])
  })
})
