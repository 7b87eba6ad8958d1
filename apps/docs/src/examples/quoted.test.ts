import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { blocksOf, readPage } from '../pages.ts'
import { examplesFolder } from './examples.ts'

const blocks = blocksOf(readPage('docs/writing-an-adapter.md')).flatMap(
  ({ info: [language, file], code }) => (language === 'ts' && file ? [{ file, code }] : []),
)

describe('a block of docs/writing-an-adapter.md', () => {
  it('is from each of the adapters', () => {
    const folders = new Set(blocks.map(({ file }) => file.split('/')[1]))
    expect([...folders]).toEqual(
      expect.arrayContaining(['http-mail', 'redis', 'htpasswd', 'ldap', undefined]),
    )
  })

  it.each(blocks)('stands word for word in $file', ({ file, code }) => {
    const path = join(examplesFolder, file)
    expect(existsSync(path)).toBe(true)
    expect(readFileSync(path, 'utf8')).toContain(code)
  })
})
