import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { top } from '../pages.ts'
import { conformanceFile, fillConformance } from './fill-conformance.ts'

const page = readFileSync(conformanceFile, 'utf8')

it('docs/conformance.md lists the checks as they are; otherwise run npm run docs:conformance', () => {
  expect(fillConformance(page)).toBe(page)
})

it('docs/conformance.md names every option of the command', () => {
  const source = readFileSync(join(top, 'apps/conformance/src/command/read-options.ts'), 'utf8')
  const [, table = ''] = /const optionTable = \{([\s\S]*?)\} as const/.exec(source) ?? []
  const options = Array.from(table.matchAll(/^ {2}'?([\w-]+)'?: \[/gm), ([, name]) => `--${name}`)
  expect(options).toContain('--url')
  expect(options.filter((option) => !page.includes(`\`${option}`))).toEqual([])
})
