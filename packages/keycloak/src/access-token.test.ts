import { expect, it } from '@jest/globals'
import { fakeToken } from '../test-support/fake-server.ts'
import { readAccessToken } from './access-token.ts'

it('reads the user, the groups and the second of issue', () => {
  const token = fakeToken({ sub: 'id-1', groups: ['/ops', '/ops/nights'], iat: 1_900_000_000 })
  expect(readAccessToken(token)).toEqual({
    sub: 'id-1',
    groups: ['/ops', '/ops/nights'],
    issuedAt: new Date(1_900_000_000_000),
  })
})

it('takes a token without groups for somebody in no group', () => {
  expect(readAccessToken(fakeToken({ sub: 'id-1', iat: 1 }))).toMatchObject({ groups: [] })
})

it.each([
  ['no user', fakeToken({ iat: 1 })],
  ['a user of the wrong type', fakeToken({ sub: 7, iat: 1 })],
  ['groups of the wrong type', fakeToken({ sub: 'id-1', iat: 1, groups: 'ops' })],
  ['a group of the wrong type', fakeToken({ sub: 'id-1', iat: 1, groups: [['ops']] })],
  ['an array for a payload', `e30.${Buffer.from('[1]').toString('base64url')}.`],
  ['one part', 'opaque-secret'],
  ['no JSON', 'e30.opaque-secret.'],
])('does not guess when there is %s, nor quotes the token', (_, token) => {
  expect(() => readAccessToken(token)).toThrow(
    expect.objectContaining({ port: 'credential_store', failure: 'corrupt' }),
  )
  expect(() => readAccessToken(token)).not.toThrow(/opaque-secret/)
})
