/** T-35: forged tokens from RFC 8725, RFC 7515 and the lists of known attacks on JWT libraries. */
import { createHmac, generateKeyPairSync, sign as signWithKey } from 'node:crypto'
import type { SigningKey } from '@gatehouse/auth-core/ports'
import { describe, expect, it } from '@jest/globals'
import { createJwtTokenSigner } from './jwt-token-signer.ts'

const secret = Buffer.alloc(32, 7)
const attackersKey = Buffer.alloc(32, 9)
const ring: readonly SigningKey[] = ['current', '1'].map((kid) => ({
  kid,
  secret: secret.toString('base64url'),
  activeFrom: new Date('2030-01-01T00:00:00Z'),
  acceptedUntil: null,
  revokedAt: null,
}))

const claims = '{"sub":"ada"}'
const good = { alg: 'HS256', typ: 'at+jwt', kid: 'current' }
const token = mint(good)
const [header = '', payload = '', signature = ''] = token.split('.')

const attackersJwk = { kty: 'oct', k: attackersKey.toString('base64url') }

describe('T-35: an access token', () => {
  it('is accepted as minted here, before anything is done to it', () => {
    expect(verify(token)).toEqual({ sub: 'ada' })
  })

  it.each([
    ['alg none', unsigned('none')],
    ['alg None', unsigned('None')],
    ['alg NONE', unsigned('NONE')],
    ['alg nOnE', unsigned('nOnE')],
    ['alg none with the signature kept', `${unsigned('none')}${signature}`],
    ['alg none, signed', mint({ ...good, alg: 'none' })],
    ['CVE-2020-28042: an empty signature', `${header}.${payload}.`],
    ['no signature', `${header}.${payload}`],
    ['a fourth part', `${token}.x`],
    ['five parts', 'a.b.c.d.e'],
    ['alg as an array', mint({ ...good, alg: ['HS256'] })],
    ['no alg', mint({ typ: 'at+jwt', kid: 'current' })],
    ['alg null', mint({ ...good, alg: null })],
    ['alg hs256', mint({ ...good, alg: 'hs256' })],
    ['HS384 under the same secret', mint({ ...good, alg: 'HS384' }, { hash: 'sha384' })],
    ['HS512 under the same secret', mint({ ...good, alg: 'HS512' }, { hash: 'sha512' })],
    ['CVE-2015-9235: RS256, signed by HMAC', mint({ ...good, alg: 'RS256' })],
  ])('is refused with %s', (_, text) => {
    expect(verify(text)).toBeNull()
  })

  it.each([
    ['CVE-2018-0114: an embedded key', { jwk: attackersJwk }, attackersKey],
    ['an embedded key that signed nothing', { jwk: attackersJwk }, secret],
    ['jku', { jku: 'https://attacker.example/keys' }, secret],
    ['x5u', { x5u: 'https://attacker.example/chain' }, secret],
    ['x5c', { x5c: ['AA=='] }, secret],
    ['kid as a path', { kid: '../../../../dev/null' }, Buffer.alloc(0)],
    ['kid as SQL', { kid: "' UNION SELECT 'k' -- " }, Buffer.from('k')],
    ['an unknown kid', { kid: 'unknown' }, secret],
    ['an empty kid', { kid: '' }, secret],
    ['kid as a number', { kid: 1 }, secret],
    ['kid as an array', { kid: ['current'] }, secret],
    ['kid in another case', { kid: 'CURRENT' }, secret],
    ['kid named after an inherited member', { kid: 'constructor' }, secret],
    ['no kid', { kid: undefined }, secret],
    ['an unknown critical parameter', { crit: ['x'], x: 1 }, secret],
    ['an empty crit', { crit: [] }, secret],
    ['b64 false', { b64: false, crit: ['b64'] }, secret],
    ['b64 false without crit', { b64: false }, secret],
    ['zip', { zip: 'DEF' }, secret],
    ['cty', { cty: 'JWT' }, secret],
    ['typ JWT', { typ: 'JWT' }, secret],
    ['the typ of a session token', { typ: 'session+jwt' }, secret],
    ['the typ in another case', { typ: 'AT+JWT' }, secret],
    ['typ as an array', { typ: ['at+jwt'] }, secret],
    ['no typ', { typ: undefined }, secret],
  ])('is refused with %s', (_, parameters, key) => {
    expect(verify(mint({ ...good, ...parameters }, { key }))).toBeNull()
  })

  it.each([
    ['an array', '[]'],
    ['an array of claims', `[${claims}]`],
    ['text', '"x"'],
    ['a number', '1'],
    ['null', 'null'],
    ['true', 'true'],
    ['no JSON', 'sub=ada'],
    ['JSON with something after it', `${claims}x`],
  ])('is refused when its payload is %s', (_, text) => {
    expect(verify(mint(good, { payload: text }))).toBeNull()
  })

  it('is refused when another issuer signed it with its own RSA key', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const input = `${encode(JSON.stringify({ ...good, alg: 'RS256' }))}.${payload}`
    const rsa = signWithKey('sha256', Buffer.from(input), privateKey).toString('base64url')
    expect(verify(`${input}.${rsa}`)).toBeNull()
  })

  it('is refused in standard base64', () => {
    const text = '{"sub":"ada","name":"???>>>~~~"}'
    const minted = mint(good, { payload: text })
    const standard = minted
      .split('.')
      .map((part) => Buffer.from(part, 'base64url').toString('base64'))
    expect(verify(minted)).not.toBeNull()
    expect(verify(standard.join('.'))).toBeNull()
    expect(verify(standard.join('.').replaceAll('=', ''))).toBeNull()
  })

  it('is refused at 1 MB, though rightly signed', () => {
    const text = JSON.stringify({ sub: 'ada', fill: 'x'.repeat(1_000_000) })
    expect(verify(mint(good, { payload: text }))).toBeNull()
  })

  it('keeps a claim named __proto__ a claim', () => {
    const read = verify(mint(good, { payload: '{"__proto__":{"role":"super_admin"}}' }))
    expect(Object.keys(read ?? {})).toEqual(['__proto__'])
    expect(read?.role).toBeUndefined()
  })

  it('means by a claim said twice what JSON.parse means: the last', () => {
    expect(verify(mint(good, { payload: '{"role":"a","role":"b"}' }))).toEqual({ role: 'b' })
  })
})

function verify(text: string) {
  return createJwtTokenSigner().verify('access', text, ring)
}

interface Forgery {
  readonly payload?: string
  readonly key?: Buffer
  readonly hash?: string
}

function mint(parameters: object, forgery: Forgery = {}): string {
  const { payload: text = claims, key = secret, hash = 'sha256' } = forgery
  const input = `${encode(JSON.stringify(parameters))}.${encode(text)}`
  return `${input}.${createHmac(hash, key).update(input).digest('base64url')}`
}

function unsigned(alg: string): string {
  return `${encode(JSON.stringify({ ...good, alg }))}.${payload}.`
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64url')
}
