/** What callers without a compiler may pass: it is refused, and opens nothing. */
import { describe, expect, it } from '@jest/globals'
import { createMemoryPorts } from '../testing/index.ts'
import { createTestEnvironment, outcomeOf } from '../testing/test-environment.ts'
import { createAuth } from './create-auth.ts'
import { beginAttempt, countAgainst } from './limits/throttle.ts'
import { attemptFault } from './login/oidc-attempt.ts'
import { type AuthSettings, defaultSettings } from './settings.ts'
import { createTokenCache } from './tokens/token-cache.ts'

const tenYears = 10 * 365 * 86_400
const noMoments = [null, Number.NaN, new Date(Number.NaN), '2030-01-01T00:00:00Z', 0, {}]

/** As JavaScript passes it. */
const as = <Value>(value: unknown) => value as Value

describe('a token of ten years ago', () => {
  it('has expired when no moment is given: it is now', async () => {
    const { auth, cache, token, clock } = await signedIn()
    expect(auth.authenticate(token)).toMatchObject({ kind: 'valid' })
    expect(cache.authenticate(token)).toMatchObject({ kind: 'valid' })
    clock.advance(tenYears)
    expect(auth.authenticate(token)).toMatchObject({ refusal: 'token_expired' })
    expect(cache.authenticate(token)).toMatchObject({ refusal: 'token_expired' })
    expect(cache.authenticate(token, undefined)).toMatchObject({ refusal: 'token_expired' })
  })

  it.each(noMoments)('is refused at %p, which is no moment, by the cache too', async (at) => {
    const { auth, cache, token, clock } = await signedIn()
    cache.authenticate(token)
    clock.advance(tenYears)
    for (const verifier of [auth, cache]) {
      expect(verifier.authenticate(token, as(at))).toMatchObject({ refusal: 'token_invalid' })
    }
  })

  it.each([undefined, ...noMoments])('is neither refreshed nor logged out at %p', async (at) => {
    const { environment, auth, token } = await signedIn()
    const from = { ...environment.from(), receivedAt: as<Date>(at) }
    expect(await auth.refresh({ token, from })).toMatchObject({ refusal: 'token_invalid' })
    expect(await auth.logOut({ token, from })).toMatchObject({ refusal: 'token_invalid' })
  })
})

it.each([undefined, ...noMoments])('a session token opens nothing at %p', async (at) => {
  const { environment, auth, sessionToken, tenantId } = await signedIn()
  const from = { ...environment.from(), receivedAt: as<Date>(at) }
  expect(await auth.listTenants({ sessionToken, from })).toMatchObject({
    refusal: 'session_token_invalid',
  })
  expect(await auth.selectTenant({ sessionToken, tenantId, from })).toMatchObject({
    refusal: 'session_token_invalid',
  })
})

it.each([undefined, Number.NaN, new Date(Number.NaN)])(
  'a sign-in at a provider cannot be finished at %p, or when it has no end',
  (at) => {
    const attempt = (expiresAt: unknown) =>
      as<Parameters<typeof attemptFault>[0]>({ provider: 'a', expiresAt })
    const now = new Date('2030-01-01')
    const fault = (expiresAt: unknown, moment: unknown) =>
      attemptFault(attempt(expiresAt), { provider: 'a', at: as(moment) })
    expect(fault(now, at)).toBe('attempt_expired')
    expect(fault(at, now)).toBe('attempt_expired')
  },
)

describe('a setting that is none', () => {
  const numbers = Object.entries(defaultSettings).flatMap(([name, value]) =>
    typeof value === 'number' ? [name] : [],
  )
  const bad = [undefined, null, Number.NaN, Number.POSITIVE_INFINITY, -1, '60']

  it.each(numbers)('is named, and nothing is made with it: %s', (name) => {
    for (const value of bad) {
      const settings = { ...defaultSettings, [name]: as<never>(value) }
      expect(() => createAuth(createMemoryPorts(), settings)).toThrow(`settings.${name}`)
      expect(() => createTokenCache(createMemoryPorts(), settings)).toThrow(`settings.${name}`)
    }
  })

  it('is found inside the limits', () => {
    for (const limit of [undefined, {}, { name: 'x', points: Number.NaN, seconds: 60 }]) {
      const limits = {
        ...defaultSettings.limits,
        loginStreak: as<AuthSettings['limits']['loginStreak']>(limit),
      }
      const make = () => createAuth(createMemoryPorts(), { ...defaultSettings, limits })
      expect(make).toThrow('settings.limits.loginStreak')
    }
  })

  it.each([undefined, null, 'defaults'])('is refused as a whole: %p', (settings) => {
    expect(() => createAuth(createMemoryPorts(), as(settings))).toThrow(TypeError)
  })
})

it('a limit of NaN points allows nothing', async () => {
  const { rateLimiter } = createMemoryPorts()
  const limit = { name: 'x', points: Number.NaN, seconds: 60 }
  expect(await countAgainst(rateLimiter, [[limit, 'key']])).toMatchObject({ kind: 'refused' })
  const open = { name: 'open', points: 9, seconds: 60 }
  const limits = { subject: 's', network: 'n', streak: open, perSubject: open, perNetwork: limit }
  expect(await beginAttempt(rateLimiter, limits)).toMatchObject({ kind: 'refused' })
})

async function signedIn() {
  const environment = createTestEnvironment()
  const signedUp = await environment.signUp()
  const entered = outcomeOf('authenticated', await environment.logIn(signedUp))
  const { auth, ports, settings } = environment
  const { claims } = outcomeOf('valid', auth.authenticate(entered.token))
  return {
    environment,
    auth,
    cache: createTokenCache(ports, settings),
    clock: ports.clock,
    token: entered.token,
    sessionToken: entered.sessionToken,
    tenantId: claims.tenantId,
  }
}
