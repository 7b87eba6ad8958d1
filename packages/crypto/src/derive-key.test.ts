import { createHmac } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { deriveKey } from './derive-key.ts'

const masterKey = Buffer.alloc(32, 7)

describe('deriveKey', () => {
  it('is HKDF-SHA256 with the purpose as its label', () => {
    // RFC 5869, sections 2.2 and 2.3, for one block of output.
    const extracted = createHmac('sha256', Buffer.alloc(32)).update(masterKey).digest()
    const expanded = createHmac('sha256', extracted).update('gatehouse sealing v1\u0001').digest()
    expect(deriveKey(masterKey, 'sealing').equals(expanded)).toBe(true)
  })

  it('gives each purpose and each master key a key of its own', () => {
    const keys = [
      deriveKey(masterKey, 'sealing'),
      deriveKey(masterKey, 'digest otp'),
      deriveKey(Buffer.alloc(32, 8), 'sealing'),
    ]
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(3)
  })

  it.each([0, 16, 31, 33])('T-36: refuses a master key of %d bytes', (length) => {
    const refused = new RangeError('A master key is 32 bytes')
    expect(() => deriveKey(Buffer.alloc(length, 7), 'sealing')).toThrow(refused)
  })
})
