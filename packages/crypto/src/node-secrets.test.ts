import { createHmac } from 'node:crypto'
import type { DigestPurpose } from '@gatehouse/auth-core/ports'
import { describe, expect, it } from '@jest/globals'
import vectors from './fixtures/hmac.json' with { type: 'json' }
import { createNodeSecrets } from './node-secrets.ts'

const secrets = createNodeSecrets({ masterKey: Buffer.alloc(32, 7) })
const purposes: readonly DigestPurpose[] = [
  'otp',
  'verify_email',
  'reset_password',
  'malformed_email',
  'audit_chain',
]

describe('fresh values', () => {
  it('identifiers are 128 bits in hexadecimal', () => {
    expect(secrets.id()).toMatch(/^[0-9a-f]{32}$/)
  })

  it('tokens are 256 bits in base64url without padding', () => {
    const token = secrets.token()
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  })

  it('API keys can be recognised and hold 256 bits', () => {
    expect(secrets.apiKey()).toMatch(/^ghk_[A-Za-z0-9_-]{43}$/)
  })

  it.each(['id', 'token', 'apiKey'] as const)('%s never gives the same twice', (make) => {
    const made = Array.from({ length: 1000 }, () => secrets[make]())
    expect(new Set(made).size).toBe(1000)
  })
})

describe('one-time codes', () => {
  const codes = Array.from({ length: 10_000 }, () => secrets.otpCode())

  it('T-13: are six ASCII digits, leading zeros kept', () => {
    expect(codes.filter((code) => !/^[0-9]{6}$/.test(code))).toEqual([])
    expect(codes.some((code) => code.startsWith('0'))).toBe(true)
    expect(codes.some((code) => code.startsWith('00'))).toBe(true)
  })

  it.each([0, 1, 2, 3, 4, 5])('have every digit about equally often in place %d', (place) => {
    const counts = Array.from('0123456789', (digit) => {
      return codes.filter((code) => code[place] === digit).length
    })
    // 1,000 are expected; 200 more or fewer are over six standard deviations away.
    expect(Math.min(...counts)).toBeGreaterThan(800)
    expect(Math.max(...counts)).toBeLessThan(1200)
  })

  it('hardly ever repeat', () => {
    expect(new Set(codes).size).toBeGreaterThan(9800)
  })
})

describe('digests', () => {
  it('are equal for equal texts, and for those alone', () => {
    expect(secrets.digest('otp', '012345')).toBe(secrets.digest('otp', '012345'))
    expect(secrets.digest('otp', '012345')).not.toBe(secrets.digest('otp', '012346'))
  })

  it('are 256 bits in base64url', () => {
    expect(secrets.digest('otp', '012345')).toMatch(/^[A-Za-z0-9_-]{43}$/)
  })

  it('never match those of another purpose', () => {
    expect(new Set(purposes.map((purpose) => secrets.digest(purpose, 'text'))).size).toBe(5)
  })

  it('outlive a restart, and need the same master key', () => {
    const restarted = createNodeSecrets({ masterKey: Buffer.alloc(32, 7) })
    const other = createNodeSecrets({ masterKey: Buffer.alloc(32, 8) })
    const digest = secrets.digest('reset_password', 'text')
    expect(restarted.digest('reset_password', 'text')).toBe(digest)
    expect(other.digest('reset_password', 'text')).not.toBe(digest)
  })

  it('are recognised after a change of the master key, as long as the one before is known', () => {
    const masterKey = Buffer.alloc(32, 8)
    const previousKeys = [Buffer.alloc(32, 9), Buffer.alloc(32, 7)]
    const changed = createNodeSecrets({ masterKey, previousKeys })
    const before = secrets.digest('otp', '012345')
    expect(changed.digests('otp', '012345')).toHaveLength(3)
    expect(changed.digests('otp', '012345')).toContain(before)
    expect(changed.digests('reset_password', '012345')).not.toContain(before)
    expect(changed.digest('otp', '012345')).toBe(changed.digests('otp', '012345')[0])
    expect(createNodeSecrets({ masterKey }).digests('otp', '012345')).not.toContain(before)
  })

  it('stay what they were, since the database holds them', () => {
    expect(purposes.map((purpose) => secrets.digest(purpose, '012345'))).toEqual([
      'Z4xQ-xEWyozEnWUyTP_VMnd5TW_EZhQPv842pMOU4Sg',
      '28eoIEeKKL3qOYc21mKCj7VC1mbJSXoYWGnnb40VQiE',
      'YZ1EUWmVubwuCA7XRIJUr8Bs7V2FXUeIfJ73qOxoXW4',
      'R4_lKsYlPngBEnBnnxHW3j80EI-Cwg9LgBh_uYQlUV8',
      'gdlAW_zF_YavyQvcL4cyCRoMi4J5GaRYZrSpnG4884k',
    ])
  })
})

describe('equal', () => {
  it('tells right tags from those that are changed or cut off, in the vectors of Wycheproof', () => {
    const wrong = vectors.filter(([hash, key, message, tag, isValid]) => {
      const hmac = createHmac(String(hash), Buffer.from(String(key), 'hex'))
      const whole = hmac.update(String(message), 'hex').digest('hex')
      // The vectors hold tags of half the length, too.
      const expected = isValid === true ? whole.slice(0, String(tag).length) : whole
      return secrets.equal(expected, String(tag)) !== isValid
    })
    expect(wrong).toEqual([])
    expect(vectors).toHaveLength(348)
  })

  it.each([
    ['', ''],
    ['012345', '012345'],
    ['Zoë', 'Zoë'],
  ])('takes %j for %j', (one, other) => {
    expect(secrets.equal(one, other)).toBe(true)
  })

  it.each([
    ['012345', '012346'],
    ['012345', '12345'],
    ['012345', ''],
    ['', '012345'],
    ['012345', '012345\0'],
    ['é', 'e\u0301'],
    ['\ud800', '\ud801'],
    ['\ud800', '\ufffd'],
    ['ä', 'ab'],
  ])('does not take %j for %j', (one, other) => {
    expect(secrets.equal(one, other)).toBe(false)
  })
})

it('T-36: a master key of another length is refused', () => {
  expect(() => createNodeSecrets({ masterKey: Buffer.alloc(16, 7) })).toThrow(RangeError)
})
