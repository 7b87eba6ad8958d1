import { describe, expect, it } from '@jest/globals'
import { bearerChallenge, bearerToken } from './bearer-token.ts'

describe('bearerToken', () => {
  it.each(['Bearer a.b.c', 'bearer a.b.c', 'BEARER   a.b.c', 'Bearer a.b.c '])(
    'T-74: reads %j, whatever the case of its scheme',
    (value) => {
      expect(bearerToken(['Host', 'x', 'authorization', value])).toEqual({
        kind: 'token',
        token: 'a.b.c',
      })
    },
  )

  it.each(['Basic YTpi', 'Bearer', 'Bearer ', '', 'Bearera.b.c', 'Token a'])(
    'finds no token in %j',
    (value) => {
      expect(bearerToken(['Authorization', value])).toEqual({ kind: 'missing' })
    },
  )

  it('finds no token without the header', () => {
    expect(bearerToken(['X-Note', 'Authorization', 'Accept', '*/*'])).toEqual({ kind: 'missing' })
  })

  it('T-74: refuses to choose between two headers, even equal ones', () => {
    const twice = ['Authorization', 'Bearer a', 'AUTHORIZATION', 'Bearer a']
    expect(bearerToken(twice)).toEqual({ kind: 'malformed' })
  })

  it('leaves it to the verifier to say that something is no token', () => {
    expect(bearerToken(['Authorization', 'Bearer {"payload": "x"}'])).toEqual({
      kind: 'token',
      token: '{"payload": "x"}',
    })
  })
})

describe('bearerChallenge', () => {
  it('gives no error code to a request without a token (RFC 6750, section 3.1)', () => {
    expect(bearerChallenge('token_missing')).toBe('Bearer realm="gatehouse"')
  })

  it('says that a token was no good', () => {
    expect(bearerChallenge('token_expired')).toBe('Bearer realm="gatehouse", error="invalid_token"')
  })
})
