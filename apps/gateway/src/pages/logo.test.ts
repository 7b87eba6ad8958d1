import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'
import { readLogo } from './logo.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-logo-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileOf(content: string | Buffer): string {
  const file = join(folder, 'logo')
  writeFileSync(file, content)
  return file
}

describe('a logo', () => {
  it.each([
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    ['<?xml version="1.0"?>\n<!-- ours -->\n<svg/>', 'image/svg+xml'],
    [Buffer.from('\x89PNG\r\n\x1a\n….', 'latin1'), 'image/png'],
    [Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1'), 'image/webp'],
  ])('is known by its content: %#', (content, type) => {
    expect(readLogo(fileOf(content)).type).toBe(type)
  })

  it.each(['', '<html><svg/></html>', 'GIF89a', '<script>'])('is nothing else: %j', (content) => {
    expect(() => readLogo(fileOf(content))).toThrow('BRAND_LOGO_FILE must be SVG, PNG or WebP')
  })

  it('is small, and can be read', () => {
    expect(() => readLogo(fileOf(Buffer.alloc(262_145)))).toThrow('at most 262144 bytes')
    expect(() => readLogo(join(folder, 'none'))).toThrow('BRAND_LOGO_FILE cannot be read')
  })

  it('is ours unless there is another', () => {
    expect(readLogo().type).toBe('image/svg+xml')
  })
})
