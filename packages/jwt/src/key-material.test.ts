import { randomBytes } from 'node:crypto'
import type { SigningKey } from '@gatehouse/auth-core/ports'
import { describe, expect, it } from '@jest/globals'
import { createKeyMaterial } from './key-material.ts'

describe('key material', () => {
  it('is made once for each key and type', () => {
    const keyMaterial = createKeyMaterial()
    const key = signingKey()
    expect(keyMaterial('access', key)).toBe(keyMaterial('access', { ...key }))
    expect(keyMaterial('access', key)).not.toBe(keyMaterial('session', key))
  })

  it('is forgotten when many other keys came since', () => {
    const keyMaterial = createKeyMaterial()
    const key = signingKey()
    const first = keyMaterial('access', key)
    for (let made = 0; made < 64; made++) keyMaterial('access', signingKey())
    const second = keyMaterial('access', key)
    expect(second).not.toBe(first)
    expect(second.equals(first)).toBe(true)
  })
})

function signingKey(): SigningKey {
  return {
    kid: 'current',
    secret: randomBytes(32).toString('base64url'),
    activeFrom: new Date('2030-01-01T00:00:00Z'),
    acceptedUntil: null,
    revokedAt: null,
  }
}
