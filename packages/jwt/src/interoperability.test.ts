/** What another library, `jose`, says of our tokens, and we of its tokens. */
import { randomBytes } from 'node:crypto'
import type { SigningKey } from '@gatehouse/auth-core/ports'
import { describe, expect, it } from '@jest/globals'
import { jwtVerify, SignJWT } from 'jose'
import { createJwtTokenSigner } from './jwt-token-signer.ts'

const signer = createJwtTokenSigner()
const secret = randomBytes(48)
const key: SigningKey = {
  kid: 'current',
  secret: secret.toString('base64url'),
  activeFrom: new Date('2030-01-01T00:00:00Z'),
  acceptedUntil: null,
  revokedAt: null,
}
const claims = {
  sub: 'user-1',
  name: 'Zoë ☃ 😀',
  groups: ['a', 'b'],
  machine_role: null,
  iat: 1_900_000_000,
  exp: 1_900_086_400,
}
const options = {
  algorithms: ['HS256'],
  typ: 'at+jwt',
  currentDate: new Date(1_900_000_060_000),
}

describe('jose', () => {
  it('reads our access token with the bytes of the key', async () => {
    const { payload, protectedHeader } = await joseVerify(signer.sign('access', claims, key))
    expect(payload).toEqual(claims)
    expect(protectedHeader).toEqual({ alg: 'HS256', typ: 'at+jwt', kid: 'current' })
  })

  it('refuses our token once its claims, its header or its signature are altered', async () => {
    const [header, payload, signature] = signer.sign('access', claims, key).split('.')
    const otherPayload = encode({ ...claims, sub: 'user-2' })
    const otherHeader = encode({ alg: 'HS256', typ: 'at+jwt', kid: 'other' })
    const otherSignature = randomBytes(32).toString('base64url')
    await expect(joseVerify(`${header}.${otherPayload}.${signature}`)).rejects.toThrow('signature')
    await expect(joseVerify(`${otherHeader}.${payload}.${signature}`)).rejects.toThrow('signature')
    await expect(joseVerify(`${header}.${payload}.${otherSignature}`)).rejects.toThrow('signature')
  })

  it('T-04: refuses our session token, whatever typ it expects', async () => {
    const token = signer.sign('session', claims, key)
    await expect(joseVerify(token)).rejects.toThrow('signature')
    const asSession = jwtVerify(token, secret, { ...options, typ: 'session+jwt' })
    await expect(asSession).rejects.toThrow('signature')
  })

  it('makes tokens that we read', async () => {
    const token = await new SignJWT(claims)
      .setProtectedHeader({ kid: 'current', typ: 'at+jwt', alg: 'HS256' })
      .sign(secret)
    expect(signer.verify('access', token, [key])).toEqual(claims)
  })
})

function joseVerify(token: string) {
  return jwtVerify(token, secret, options)
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
