import { describe, expect, it } from '@jest/globals'
import { Deviation } from '../expect/outcomes.ts'
import { forgeriesOf, isSignedWith, readToken, signToken } from './tokens.ts'

const claims = { user_id: 'u-1', role: 'user', exp: 2, iat: 1 }
const token = signToken({ header: { alg: 'HS256' }, claims }, 'secret')

describe('a token', () => {
  it('is signed with a secret, and is read without it', () => {
    expect(isSignedWith(token, 'secret')).toBe(true)
    expect(isSignedWith(token, 'other')).toBe(false)
    expect(readToken(token)).toEqual({ header: { alg: 'HS256' }, claims })
  })

  it.each([undefined, 5, '', 'a.b', 'a.b.c', `${token}.more`])('is not %j', (text) => {
    expect(() => readToken(text)).toThrow(Deviation)
  })
})

describe('forgeries of a token', () => {
  it('are other tokens, none of which has the right signature', () => {
    const forged = forgeriesOf(token).map(([, each]) => each)
    expect(new Set([token, ...forged]).size).toBe(forged.length + 1)
    expect(forged.filter((each) => isSignedWith(each, 'secret'))).toEqual([])
  })

  it('have a header and claims that can be read, so that the signature alone is wrong', () => {
    for (const [, forged] of forgeriesOf(token)) {
      expect(readToken(forged).claims).toMatchObject({ user_id: 'u-1' })
    }
  })
})
