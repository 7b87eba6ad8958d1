import { describe, expect, it } from '@jest/globals'
import { parseOptions } from './parse-options.ts'

const known = ['F-1a', 'F-1b', 'F-10', 'H-1', 'H-1m']

describe('the options of a run of faults', () => {
  it('are all scenarios, once, with a seed that is drawn', () => {
    const parsed = parseOptions([], known)
    expect(parsed).toMatchObject({ ok: true, value: { ids: known, runs: 1, list: false } })
  })

  it.each([
    [
      ['--only', 'F-1'],
      ['F-1a', 'F-1b'],
    ],
    [['--only', 'f-10'], ['F-10']],
    [
      ['--only', 'H-1'],
      ['H-1', 'H-1m'],
    ],
    [
      ['--only', 'H-1m,F-1b'],
      ['F-1b', 'H-1m'],
    ],
    [
      ['--only', 'F-1a', '--only', 'H-1m'],
      ['F-1a', 'H-1m'],
    ],
  ])('%j is %j, in the order of the list', (parameters, ids) => {
    expect(parseOptions(parameters, known)).toMatchObject({ ok: true, value: { ids } })
  })

  it('name the number of runs and the seed', () => {
    const parsed = parseOptions(['--runs', '10', '--seed', '7'], known)
    expect(parsed).toMatchObject({ ok: true, value: { runs: 10, seed: 7 } })
  })

  it('name how many are run at the same time, and the files of runs', () => {
    const parsed = parseOptions(
      ['--at-once', '3', '--log', 'a', '--from', 'b', '--from', 'c'],
      known,
    )
    expect(parsed).toMatchObject({ ok: true, value: { atOnce: 3, log: 'a', from: ['b', 'c'] } })
  })

  it.each([
    [['--only', 'F-9'], 'there is no scenario F-9'],
    [['--runs', '0'], '--runs is a number from 1 on'],
    [['--runs', 'many'], '--runs is a number from 1 on'],
    [['--at-once', '0'], '--at-once is a number from 1 on'],
    [['--seed', 'x'], '--seed is a number from 0 on'],
    [['--fast'], "Unknown option '--fast'"],
  ])('%j is a mistake', (parameters, mistake) => {
    const parsed = parseOptions(parameters, known)
    expect(parsed).toMatchObject({ ok: false, mistake: expect.stringContaining(mistake) })
  })
})
