import { describe, expect, it } from '@jest/globals'
import type { TokenAnswer } from '../api/wire.ts'
import { readClaims } from './claims.ts'
import {
  parseSession,
  renewalAt,
  sessionEnd,
  sessionOf,
  sessionOfHandOver,
  withToken,
} from './session.ts'

const claims = { sid: 's1', auth_time: 1000, user_id: 'u', username: 'ada', tenant_name: 'Zürich' }

function tokenOf(content: object): string {
  return `x.${Buffer.from(JSON.stringify(content)).toString('base64url')}.y`
}

const answer: TokenAnswer = {
  token: tokenOf(claims),
  expires_in: 90,
  session_token: 'st',
  available_tenants: [],
  user: {
    id: 'u',
    username: 'ada',
    email: 'ada@example.com',
    first_name: 'Ada',
    last_name: 'Lovelace',
    tenant_id: 't',
    tenant_name: 'Zürich',
    role: 'user',
    machine_role: '',
    groups: [],
    email_verified: true,
    api_key: 'ghk_secret',
  },
}

describe('a session', () => {
  it('T-84: never holds the API key, so that storage never does', () => {
    const session = sessionOf(answer, 5000)
    expect(session).toMatchObject({
      claims: { sid: 's1', tenantName: 'Zürich' },
      sessionToken: 'st',
    })
    expect(JSON.stringify(session)).not.toContain('ghk_secret')
  })

  it('is renewed after two thirds of a token’s life, and ends by when the person signed in', () => {
    const session = sessionOfHandOver({ token: answer.token, expiresIn: 90 }, 5000)
    expect(session && renewalAt(session)).toBe(65_000)
    expect(session && sessionEnd(session, 60)).toBe(1_060_000)
  })

  it('keeps who it is when the token is renewed', () => {
    const session = sessionOf(answer, 5000)
    if (!session) throw new Error('no session')
    const next = withToken(
      session,
      { token: tokenOf({ ...claims, jti: '2' }), expiresIn: 90 },
      6000,
    )
    expect(next).toMatchObject({
      expiresAt: 96_000,
      profile: { first_name: 'Ada' },
      sessionToken: 'st',
    })
    expect(withToken(session, { token: 'none', expiresIn: 90 }, 6000)).toBe(session)
  })

  it.each(['', 'x', 'a.b', 'a.!!.c', `a.${Buffer.from('[1').toString('base64url')}.c`])(
    'is none without claims that can be read: %j',
    (token) => {
      expect(readClaims(token)).toBeUndefined()
      expect(sessionOfHandOver({ token, expiresIn: 90 }, 0)).toBeUndefined()
    },
  )

  it.each([0, -1, Number.NaN])('is none with a lifetime of %d', (expiresIn) => {
    expect(sessionOfHandOver({ token: answer.token, expiresIn }, 0)).toBeUndefined()
  })

  it('comes back from text while it is good', () => {
    const session = sessionOf(answer, 5000)
    const text = JSON.stringify(session)
    expect(parseSession(text, 6000)).toEqual(session)
    expect(parseSession(text, 95_000)).toBeUndefined()
    for (const bad of [null, '', '{', '{}', 'null', '7'])
      expect(parseSession(bad, 0)).toBeUndefined()
  })
})
