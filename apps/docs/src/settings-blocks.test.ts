/** What the pages print for a file of settings can be put into one as it is. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readVariables, settingList, settingNames } from '@gatehouse/settings'
import { afterAll, describe, expect, it } from '@jest/globals'
import * as v from 'valibot'
import { blocksOf, pages, readPage } from './pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Blocks with nothing but `NAME=value`, comments and blank lines. */
const blocks = pages.flatMap((page) =>
  blocksOf(readPage(page))
    .map(({ code }) => code)
    .filter(
      (code) => /^[A-Z_]+=/m.test(code) && /^(?:(?:#.*|[A-Z][A-Z0-9_]*=[^\n$]*)?\n)+$/.test(code),
    )
    .filter((code) => !/^CONFIG_FILE=/m.test(code))
    .map((code) => ({ page, code })),
)

describe('what the pages print for a file of settings', () => {
  it('is found', () => {
    const found = new Set(blocks.map(({ page }) => page))
    expect([...found]).toEqual(
      expect.arrayContaining(['docs/configuration.md', 'docs/operations.md', 'docs/pages.md']),
    )
  })

  it.each(blocks)('is read to the end of each line: $page $code', ({ code }) => {
    const { values, mistakes } = readVariables({ CONFIG_FILE: write(code) })
    expect(mistakes).toEqual([])
    const printed = Array.from(
      code.matchAll(/^([A-Z0-9_]+)=(.*?)(?: +# .*)?$/gm),
      ([, name, value]) => [name, value?.replace(/^(['"])(.*)\1$/, '$2')],
    )
    expect(values).toMatchObject(Object.fromEntries(printed))
  })

  it.each(blocks)(
    'has settings that exist, with values that they take: $page $code',
    ({ code }) => {
      const { values } = readVariables({ CONFIG_FILE: write(code) })
      for (const [name, value] of Object.entries(values)) {
        if (name === 'CONFIG_FILE' || name.startsWith('KEYCLOAK_ADMIN')) continue
        expect(settingNames).toContain(name)
        const isPlaceholder = /…|\.\.\./.test(value)
        const schema = settingList[name as keyof typeof settingList].schema
        if (!isPlaceholder) expect([name, v.safeParse(schema, value).success]).toEqual([name, true])
      }
    },
  )
})

function write(code: string): string {
  const path = join(folder, 'gatehouse.env')
  writeFileSync(path, code)
  return path
}
