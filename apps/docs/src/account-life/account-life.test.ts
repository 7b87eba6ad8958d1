import { readFileSync } from 'node:fs'
import { askLife } from '@gatehouse/auth-core/testing'
import { expect, it } from '@jest/globals'
import { withoutGenerated } from '../fill-generated.ts'
import { accountLifeFile, fillAccountLife } from './fill-account-life.ts'

const page = readFileSync(accountLifeFile, 'utf8')

it('docs/account-life.md shows the table as it is; otherwise run npm run docs:account-life', () => {
  expect(fillAccountLife(page)).toBe(page)
})

it('docs/account-life.md explains every state, every event and every work in its prose', () => {
  const prose = withoutGenerated(page)
  const names = askLife().flatMap(({ scenario: { from, event }, answer }) => [
    ...[from, event],
    ...(answer.refusal ? [] : answer.effects),
  ])
  const missing = [...new Set(names)].filter((name) => !prose.includes(`\`${name}\``))
  expect(missing).toEqual([])
})

it('a page without its markers is not filled', () => {
  expect(() => fillAccountLife('# The life of an account')).toThrow(TypeError)
})
