import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { fromBase64url, toBase64url } from './base64url.ts'
import { hmacSha256, sha256 } from './sha256.ts'

const lengths = [0, 1, 31, 32, 54, 55, 56, 63, 64, 65, 119, 120, 1000]

describe.each(lengths)('of %i bytes', (length) => {
  const bytes = Uint8Array.from({ length }, (_, index) => (index * 73 + length) % 256)

  it('sha256 is what Node computes', () => {
    expect(toBase64url(sha256(bytes))).toBe(createHash('sha256').update(bytes).digest('base64url'))
  })

  it('hmacSha256 is what Node computes', () => {
    const expected = createHmac('sha256', bytes).update('text').digest('base64url')
    expect(toBase64url(hmacSha256(bytes, new TextEncoder().encode('text')))).toBe(expected)
  })

  it('base64url is what Node writes, and is read back', () => {
    const text = Buffer.from(bytes).toString('base64url')
    expect(toBase64url(bytes)).toBe(text)
    expect([...(fromBase64url(text) ?? [])]).toEqual([...bytes])
  })
})

it.each(['A', 'AAAAA', 'AB', 'AA==', 'A A', 'AA+A', 'AA/A', 'AAÄ'])(
  'fromBase64url refuses %j',
  (text) => {
    expect(fromBase64url(text)).toBeNull()
  },
)
