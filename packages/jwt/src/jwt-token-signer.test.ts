import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { SigningKey } from '@gatehouse/auth-core/ports'
import { describe, expect, it } from '@jest/globals'
import { createJwtTokenSigner } from './jwt-token-signer.ts'

const signer = createJwtTokenSigner()
const [current, older] = [signingKey('current'), signingKey('older')]
const ring = [current, older]
const claims = { sub: 'ada', role: 'user', iat: 1_700_000_000, exp: 1_700_000_060 }

describe('an access token', () => {
  it('is signed with exactly the bytes of the key', () => {
    const [header, payload, signature] = signer.sign('access', claims, current).split('.')
    expect(decode(header)).toEqual({ alg: 'HS256', typ: 'at+jwt', kid: 'current' })
    expect(decode(payload)).toEqual(claims)
    expect(signature).toBe(mac(`${header}.${payload}`, bytes(current)))
  })

  it('says nothing that the claims do not say', () => {
    const [, payload] = signer.sign('access', { sub: 'ada' }, current).split('.')
    expect(decode(payload)).toEqual({ sub: 'ada' })
  })

  it('keeps an iat of zero', () => {
    const token = signer.sign('access', { iat: 0 }, current)
    expect(signer.verify('access', token, ring)).toEqual({ iat: 0 })
  })
})

describe('a session token', () => {
  it('T-04: is signed with a key derived for it', () => {
    const [header, payload, signature] = signer.sign('session', claims, current).split('.')
    const label = 'gatehouse session token v1'
    const derived = Buffer.from(hkdfSync('sha256', bytes(current), '', label, 32))
    expect(decode(header)).toEqual({ alg: 'HS256', typ: 'session+jwt', kid: 'current' })
    expect(signature).toBe(mac(`${header}.${payload}`, derived))
  })

  it('T-04: is no access token, even under the other typ', () => {
    const token = signer.sign('session', claims, current)
    const [, payload, signature] = token.split('.')
    const renamed = [encode({ alg: 'HS256', typ: 'at+jwt', kid: 'current' }), payload, signature]
    expect(signer.verify('access', token, ring)).toBeNull()
    expect(signer.verify('access', renamed.join('.'), ring)).toBeNull()
  })

  it('T-04: is not what an access token is, even under the other typ', () => {
    const token = signer.sign('access', claims, current)
    const payload = token.split('.')[1]
    const header = encode({ alg: 'HS256', typ: 'session+jwt', kid: 'current' })
    const resigned = `${header}.${payload}.${mac(`${header}.${payload}`, bytes(current))}`
    expect(signer.verify('session', token, ring)).toBeNull()
    expect(signer.verify('session', resigned, ring)).toBeNull()
  })
})

describe('verify', () => {
  it.each(['access', 'session'] as const)('finds the key of a token of type %s', (type) => {
    expect(signer.verify(type, signer.sign(type, claims, older), ring)).toEqual(claims)
  })

  it('checks neither times nor claims', () => {
    const odd = { exp: 'never', nbf: 9_999_999_999, iss: ['a', 'b'] }
    expect(signer.verify('access', signer.sign('access', odd, current), ring)).toEqual(odd)
  })

  it('accepts no key that is not offered', () => {
    const token = signer.sign('access', claims, current)
    expect(signer.verify('access', token, [older])).toBeNull()
    expect(signer.verify('access', token, [])).toBeNull()
  })

  it('tries the key of that name alone', () => {
    const token = signer.sign('access', claims, { ...current, kid: 'older' })
    expect(signer.verify('access', token, ring)).toBeNull()
  })

  it('notices when a name comes to mean another key', () => {
    const token = signer.sign('access', claims, current)
    const renewed = signingKey('current')
    expect(signer.verify('access', token, [renewed])).toBeNull()
    expect(
      signer.verify('access', signer.sign('access', claims, renewed), [renewed]),
    ).not.toBeNull()
  })

  it('T-35: refuses a token in which any one character was changed', () => {
    const token = signer.sign('access', { sub: 'ada' }, current)
    const altered = Array.from(token, (letter, at) => {
      return token.slice(0, at) + nextLetter(letter) + token.slice(at + 1)
    })
    expect(altered.filter((text) => text === token)).toEqual([])
    expect(altered.filter((text) => signer.verify('access', text, ring) !== null)).toEqual([])
  })

  it('works with more keys than it remembers', () => {
    const keys = Array.from({ length: 200 }, (_, at) => signingKey(`key-${at}`))
    const tokens = keys.map((key) => signer.sign('access', { sub: key.kid }, key))
    const read = tokens.map((token) => signer.verify('access', token, keys)?.sub)
    expect(read).toEqual(keys.map(({ kid }) => kid))
  })
})

describe('a key or token of the wrong size', () => {
  it.each([
    ['31 bytes', randomBytes(31).toString('base64url')],
    ['nothing', ''],
    ['something else than base64url', `${randomBytes(32).toString('base64url')}=`],
  ])('T-36: a key of %s is refused without a word about it', (_, secret) => {
    const weak = { ...current, secret }
    const message = 'A signing key is at least 32 bytes in base64url without padding'
    expect(() => signer.sign('access', claims, weak)).toThrow(new RangeError(message))
    expect(() => signer.verify('access', signer.sign('access', claims, current), [weak])).toThrow(
      new RangeError(message),
    )
  })

  it('makes no token that it would not read', () => {
    const large = { groups: Array.from({ length: 1000 }, (_, at) => `a-group-with-a-name-${at}`) }
    expect(() => signer.sign('access', large, current)).toThrow(RangeError)
  })
})

function signingKey(kid: string): SigningKey {
  return {
    kid,
    secret: randomBytes(32).toString('base64url'),
    activeFrom: new Date('2030-01-01T00:00:00Z'),
    acceptedUntil: null,
    revokedAt: null,
  }
}

function bytes(key: SigningKey): Buffer {
  return Buffer.from(key.secret, 'base64url')
}

function mac(text: string, key: Buffer): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function decode(part: string | undefined): unknown {
  return JSON.parse(Buffer.from(part ?? '', 'base64url').toString())
}

/** The neighbour in base64url, often one that differs in unused bits alone. */
function nextLetter(letter: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return alphabet[(alphabet.indexOf(letter) + 1) % alphabet.length] ?? 'A'
}
