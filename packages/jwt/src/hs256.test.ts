import { createSecretKey } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { readJwsHeader } from './compact-jws.ts'
import figures from './fixtures/rfc-figures.json' with { type: 'json' }
import wycheproof from './fixtures/wycheproof-hs256.json' with { type: 'json' }
import { openHs256, signHs256 } from './hs256.ts'

// A lenient decoder skips the question mark in these; a strict one refuses it (RFC 7515, section 2).
const lenient = [372, 373]

// Printed without the padding that they are about, which makes them equal to case 357, a valid one.
const misprinted = [367, 370]

const cases = wycheproof
  .filter(({ tcId }) => !misprinted.includes(tcId))
  .map((each) => ({ ...each, good: each.result === 'valid' && !lenient.includes(each.tcId) }))

describe('openHs256', () => {
  it.each(figures)('opens $figure', ({ jws, k, payload }) => {
    expect(open(jws, k)).toEqual(payload)
  })

  it.each(cases.filter(({ good }) => good))('opens Wycheproof $tcId $comment', ({ jws, k }) => {
    expect(open(jws, k)).not.toBeNull()
  })

  it.each(cases.filter(({ good }) => !good))('refuses Wycheproof $tcId $comment', ({ jws, k }) => {
    expect(open(jws, k)).toBeNull()
  })

  it('refuses the padding that Wycheproof 367 and 370 are about', () => {
    const { jws, k } = wycheproof.find(({ tcId }) => tcId === 357) ?? { jws: '', k: '' }
    expect(open(jws, k)).toBe('Test')
    expect(open(`${jws}=`, k)).toBeNull()
    expect(open(jws.replace('.VGVzdA.', '.VGVzdA==.'), k)).toBeNull()
  })

  it('refuses every figure under another key', () => {
    const other = Buffer.alloc(32, 7).toString('base64url')
    expect(figures.map(({ jws }) => open(jws, other))).toEqual([null, null])
  })
})

describe('signHs256', () => {
  it('signs the payload to the letter', () => {
    const key = createSecretKey(Buffer.alloc(32, 7))
    const payload = '{ "iat": 0, "name": "Zoë ☃" }'
    const [header, body] = signHs256(payload, { typ: 'at+jwt', kid: 'one' }, key).split('.')
    expect(decode(header)).toBe('{"alg":"HS256","typ":"at+jwt","kid":"one"}')
    expect(decode(body)).toBe(payload)
  })
})

function open(jws: string, k: string): unknown {
  if (readJwsHeader(jws) === null) return null
  return openHs256(jws, createSecretKey(Buffer.from(k, 'base64url')))
}

function decode(part: string | undefined): string {
  return Buffer.from(part ?? '', 'base64url').toString()
}
