import { expect, it } from '@jest/globals'
import { createTestEnvironment, outcomeOf } from '../../testing/index.ts'
import type { Ports } from '../ports/ports.ts'

it('a host adds claims of its own, which every refresh asks for again', async () => {
  let plan = 'free'
  const world = worldWith(({ role, tenantId, username }) => ({
    plan,
    seen: { role, tenantId, username },
  }))
  const { token } = outcomeOf('authenticated', await world.logIn(await world.signUp()))
  const claims = () => outcomeOf('valid', world.auth.authenticate(token)).claims
  const { role, tenantId, username } = claims()
  expect(claims().own).toEqual({ plan: 'free', seen: { role, tenantId, username } })

  plan = 'paid'
  world.ports.clock.advance(60)
  const refreshed = outcomeOf('refreshed', await world.auth.refresh({ token, from: world.from() }))
  const renewed = outcomeOf('valid', world.auth.authenticate(refreshed.token))
  expect([renewed.claims.own?.plan, claims().own?.plan]).toEqual(['paid', 'free'])
})

it('a token without any has none', async () => {
  const world = createTestEnvironment()
  const { token } = outcomeOf('authenticated', await world.logIn(await world.signUp()))
  expect(outcomeOf('valid', world.auth.authenticate(token)).claims).not.toHaveProperty('own')
})

it('is told nothing secret of an account', async () => {
  const told: unknown[] = []
  const world = worldWith((person) => {
    told.push(person)
    return {}
  })
  await world.logIn(await world.signUp())
  expect(JSON.stringify(told)).not.toContain('ghk_')
  expect(told).not.toContainEqual(expect.objectContaining({ apiKey: expect.anything() }))
})

it.each<[string, unknown]>([
  ['a reserved name behind toJSON', { toJSON: () => ({ sub: 'eve' }) }],
  ['an object that JSON writes as something else', { toJSON: () => 'text' }],
  ['a prototype', JSON.parse('{"__proto__":{"isAdmin":true}}')],
  ['many bytes in few characters', { text: '\u{1f600}'.repeat(600) }],
  ['a claim of ours', { role: 'super_admin' }],
  ['a claim of the RFC', { exp: 4_102_444_800 }],
  ['a text', 'plan'],
  ['a list', ['plan']],
  ['nothing', undefined],
  ['a promise', Promise.resolve({ plan: 'free' })],
  ['too much', { plan: 'x'.repeat(2048) }],
])('no token is issued with %s in place of claims', async (_, claims) => {
  const world = worldWith(() => claims as Readonly<Record<string, unknown>>)
  const person = await world.signUp()
  await expect(world.logIn(person)).rejects.toThrow(TypeError)
})

function worldWith(ownClaims: NonNullable<Ports['ownClaims']>) {
  return createTestEnvironment().with({ ports: { ownClaims } })
}
