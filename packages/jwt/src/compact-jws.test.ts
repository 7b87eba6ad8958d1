import { describe, expect, it } from '@jest/globals'
import { maxJwsLength, readJwsHeader } from './compact-jws.ts'

const base64url = (text: string | Buffer) => Buffer.from(text).toString('base64url')
const header = base64url('{"alg":"HS256"}')
const token = `${header}.${base64url('{}')}.${base64url('signed')}`

describe('readJwsHeader', () => {
  it('reads the header as it stands', () => {
    expect(readJwsHeader(token)).toEqual({ alg: 'HS256' })
  })

  it('keeps a member named __proto__ a member', () => {
    const read = readJwsHeader(`${base64url('{"__proto__":{"alg":"HS256"}}')}.e30.c2ln`)
    expect(Object.keys(read ?? {})).toEqual(['__proto__'])
    expect(read?.alg).toBeUndefined()
  })

  it.each([
    ['no text', ''],
    ['one part', header],
    ['two parts', `${header}.e30`],
    ['four parts', `${token}.e30`],
    ['five parts, as an encrypted token has', 'a.b.c.d.e'],
    ['an empty fourth part', `${token}.`],
    ['an empty header', '.e30.c2ln'],
    ['an empty payload', `${header}..c2ln`],
    ['an empty signature', `${header}.e30.`],
    ['JSON serialization', '{"payload":"e30","protected":"e30","signature":"c2ln"}'],
    ['a space before it', ` ${token}`],
    ['a line feed after it', `${token}\n`],
    ['a null character after it', `${token}\0`],
    ['a tab inside', token.replace('.', '\t.')],
    ['padding', `${header}.e30=.c2ln`],
    ['an alphabet that is not that of URLs', `${header}.e30.+/+/`],
    ['unused bits that are set', `${header}.e31.c2ln`],
    ['a character too many', `${header}.e30.c2lnA`],
    ['a letter outside ASCII', `${header}.e30.c2lné`],
    ['a header that is not JSON', `${base64url('alg')}.e30.c2ln`],
    ['a header with a byte order mark', `${base64url('\ufeff{"alg":"HS256"}')}.e30.c2ln`],
    ['a header that is not UTF-8', `${base64url(Buffer.from('{"a":"\xff"}', 'latin1'))}.e30.c2ln`],
    ['a header that is null', `${base64url('null')}.e30.c2ln`],
    ['a header that is an array', `${base64url('["HS256"]')}.e30.c2ln`],
    ['a header that is text', `${base64url('"HS256"')}.e30.c2ln`],
    ['a header of brackets', `${base64url('['.repeat(10_000))}.e30.c2ln`],
  ])('refuses %s', (_, text) => {
    expect(readJwsHeader(text)).toBeNull()
  })

  it('reads 16 KiB and refuses more', () => {
    const fill = 'A'.repeat(maxJwsLength - `${header}..c2ln`.length)
    expect(maxJwsLength).toBe(16 * 1024)
    expect(readJwsHeader(`${header}.${fill}.c2ln`)).toEqual({ alg: 'HS256' })
    expect(readJwsHeader(`${header}.${fill}AAAA.c2ln`)).toBeNull()
  })
})
