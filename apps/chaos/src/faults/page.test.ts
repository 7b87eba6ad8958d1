import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { scenarios } from './scenarios.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../docs/faults.md'), 'utf8')
const rows = page.split('\n').filter((line) => /^\| [FH]-/.test(line))

it('docs/faults.md has a row for each scenario, in its words, and for no other', () => {
  const expected = scenarios.map(({ id, does, holds }) => `| ${id} | ${does} | ${holds} |`)
  expect(rows.map((row) => row.replace(/[^|]*\|$/, ''))).toEqual(expected)
})

it('docs/faults.md says of each row how many runs held', () => {
  expect(rows.filter((row) => !/\| (\d+ of \d+|not run) \|$/.test(row))).toEqual([])
})
