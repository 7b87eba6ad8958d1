import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { pages, readPage, rowsOf, top } from './pages.ts'

const page = 'docs/threat-model.md'
const entry = /\bT-\d{2,3}\b/g

describe('docs/threat-model.md', () => {
  const rows = rowsOf(readPage(page)).filter(([id = '']) => /^T-\d{2,3}$/.test(id))

  it('has every entry once', () => {
    const ids = rows.map(([id]) => id)
    expect(ids.length).toBeGreaterThan(50)
    expect(ids).toEqual([...new Set(ids)])
  })

  it('names only tests that have the number of the entry', () => {
    const named = rows.flatMap(([id = '', , , tests = '']) =>
      Array.from(tests.matchAll(/\]\((.*?)\)/g), ([, link = '']) => ({ id, link })),
    )
    const without = named.filter(({ id, link }) => !textAt(link).includes(id))
    expect(named.length).toBeGreaterThan(50)
    expect(without).toEqual([])
  })

  it('says something about every number that a test has', () => {
    const files = globSync('{packages,apps}/*/{src,test-support,testing,e2e}/**/*.{ts,tsx}', {
      cwd: top,
    })
    const tested = files.flatMap((file) => readFileSync(join(top, file), 'utf8').match(entry) ?? [])
    const known = readPage(page).match(entry) ?? []
    expect(new Set(known)).toEqual(new Set([...known, ...tested]))
  })
})

it('every number that another page mentions is in the threat model', () => {
  const known = new Set(readPage(page).match(entry))
  const mentioned = pages.flatMap((other) => readPage(other).match(entry) ?? [])
  expect(mentioned.filter((id) => !known.has(id))).toEqual([])
})

function textAt(link: string): string {
  return readFileSync(join(top, dirname(page), link), 'utf8')
}
