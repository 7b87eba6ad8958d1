import { readFileSync } from 'node:fs'
import { askMachine } from '@gatehouse/auth-core/testing'
import { expect, it } from '@jest/globals'
import { withoutGenerated } from '../fill-generated.ts'
import { fillLoginFlow, loginFlowFile } from './fill-login-flow.ts'

const page = readFileSync(loginFlowFile, 'utf8')

it('docs/login-flow.md shows the machine as it is; otherwise run npm run docs:login-flow', () => {
  expect(fillLoginFlow(page)).toBe(page)
})

it('docs/login-flow.md explains every state and says how every event arrives', () => {
  const prose = withoutGenerated(page)
  const names = askMachine().flatMap(({ scenario: { from, event } }) => [from, event])
  const missing = [...new Set(names)].filter((name) => !prose.includes(`\`${name}\``))
  expect(missing).toEqual([])
})

it('a page without its markers is not filled', () => {
  expect(() => fillLoginFlow('# Login flow')).toThrow(TypeError)
})
