import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { findingKinds } from './finding-kinds.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../docs/keycloak.md'), 'utf8')
const rows = page.split('\n').filter((line) => line.startsWith('| `'))

it.each(Object.entries(findingKinds))('the page about Keycloak explains %s', (code, { asks }) => {
  const row = rows.find((line) => line.split('|')[1]?.includes(`\`${code}\``))
  expect(row).toBeDefined()
  expect(row?.split('|').at(-2)?.trim()).toBe(asks === 'never' ? '' : asks)
})
