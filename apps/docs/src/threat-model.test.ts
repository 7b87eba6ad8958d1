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

  it('leaves out no number', () => {
    const numbers = rows.map(([id = '']) => Number(id.slice(2)))
    const all = Array.from({ length: Math.max(...numbers) }, (_, index) => index + 1)
    expect(numbers.toSorted((one, other) => one - other)).toEqual(all)
  })

  it('names a test of every entry, and its number is in a title there', () => {
    const linksOf = (tests: string) =>
      Array.from(tests.matchAll(/\]\((.*?)\)/g), ([, link = '']) => link)
    const entries = rows.map(([id = '', , , tests = '']) => ({ id, links: linksOf(tests) }))
    expect(entries.filter(({ links }) => links.length === 0)).toEqual([])
    const named = entries.flatMap(({ id, links }) => links.map((link) => ({ id, link })))
    expect(named.filter(({ id, link }) => !new RegExp(`${id}\\b`).test(codeAt(link)))).toEqual([])
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

/** What a comment says is no title. */
function codeAt(link: string): string {
  const text = readFileSync(join(top, dirname(page), link), 'utf8')
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(?<=^|\s)\/\/.*$/gm, '')
}
