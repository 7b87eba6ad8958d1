/** What callers without a compiler may pass: it is refused, and opens nothing. */
import { describe, expect, it } from '@jest/globals'
import {
  type Asked,
  createScene,
  everyUseCase,
  type Scene,
} from '../test-support/every-use-case.ts'
import { createMemoryPorts } from '../testing/index.ts'
import { createTestEnvironment, outcomeOf } from '../testing/test-environment.ts'
import { cutAudit } from './audit/cut-audit.ts'
import { createAuth } from './create-auth.ts'
import { createJobs } from './jobs/create-jobs.ts'
import { createLiveKeyRing } from './keys/live-key-ring.ts'
import { createAdmission, defaultAdmissionBounds } from './limits/admission.ts'
import { beginAttempt, countAgainst } from './limits/throttle.ts'
import { attemptFault } from './login/oidc-attempt.ts'
import type { Role } from './records/account.ts'
import { type AuthSettings, defaultSettings } from './settings.ts'
import { createMachineVerifier } from './tokens/machine-verifier.ts'
import { createTokenCache } from './tokens/token-cache.ts'

const tenYears = 10 * 365 * 86_400
const noMoments = [null, Number.NaN, new Date(Number.NaN), '2030-01-01T00:00:00Z', 0, {}]

/** As JavaScript passes it. */
const as = <Value>(value: unknown) => value as Value

describe('a token of ten years ago', () => {
  it('has expired when no moment is given: it is now', async () => {
    const { auth, cache, token, clock } = await signedIn()
    for (const none of [undefined, null, 7, {}]) {
      expect(auth.authenticate(none as never)).toMatchObject({ refusal: 'token_invalid' })
      expect(cache.authenticate(none as never)).toMatchObject({ refusal: 'token_invalid' })
    }
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

const useCases = Object.keys(everyUseCase) as readonly Asked[]

describe('every use case', () => {
  it('is asked here', () => {
    const { auth } = createTestEnvironment()
    const { authenticate, checkSessions, ...asked } = auth
    expect([typeof authenticate, typeof checkSessions]).toEqual(['function', 'function'])
    expect(Object.keys(asked).toSorted()).toEqual(useCases.toSorted())
  })

  it.each(useCases)('is done when it says when it arrived: %s', async (name) => {
    const scene = await createScene()
    const outcome = await ask(scene, name, scene.environment.ports.clock.now())
    expect(['refused', 'invalid']).not.toContain(outcome.kind)
  })

  it.each(useCases)('is refused, and changes nothing, at no moment: %s', async (name) => {
    const scene = await createScene()
    const command = await everyUseCase[name](scene)
    const before = await recordsOf(scene)
    for (const at of [undefined, ...noMoments]) {
      const outcome = await send(scene, name, { command, at }).catch((error: unknown) => error)
      if (outcome instanceof TypeError) expect(outcome.message).toContain('receivedAt')
      else expect(outcome).toMatchObject({ kind: 'refused' })
      expect(await recordsOf(scene)).toEqual(before)
    }
  })
})

describe('a count that is none', () => {
  const noCounts = [null, Number.NaN, Number.POSITIVE_INFINITY, -1, 0.5, '2', {}]

  it.each(noCounts)('makes no API key, and keeps no old one on: %p', async (count) => {
    const scene = await createScene()
    const { auth, from } = scene.environment
    const { token, key } = scene
    const made = { token, name: 'x', expiresInDays: as<number>(count), from: from() }
    const rotated = { token, id: key.id, overlapHours: as<number>(count), from: from() }
    expect(await auth.createApiKey(made)).toMatchObject({ kind: 'invalid' })
    expect(await auth.rotateApiKey(rotated)).toMatchObject({ kind: 'invalid' })
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1, '2', {}])(
    'lengthens no session: %p days',
    async (count) => {
      const { environment, token } = await createScene()
      const change = { token, maxSessionDays: as<number>(count), from: environment.from() }
      expect(await environment.auth.changeOrganization(change)).toMatchObject({ kind: 'invalid' })
    },
  )

  it.each([null, Number.NaN, Number.POSITIVE_INFINITY, '2', {}])(
    'is the limit of no list: %p',
    async (limit) => {
      const { environment, ada, token } = await createScene()
      await environment.changeAccount(ada.accountId, { role: 'super_admin' })
      const { auth, from } = environment
      const query = { token, limit: as<number>(limit), from: from() }
      for (const list of [auth.listMembers, auth.listInvitations, auth.listOrganizations]) {
        expect(await list(query)).toMatchObject({ kind: 'invalid' })
      }
      expect(await auth.readAudit(query)).toMatchObject({ kind: 'invalid' })
    },
  )
})

it.each(noMoments.filter((moment) => moment !== null))(
  'an audit period cannot begin or end at %p',
  async (moment) => {
    const { environment, token } = await createScene()
    const { auth, from } = environment
    for (const period of [{ from: as<Date>(moment) }, { to: as<Date>(moment) }]) {
      const query = { token, period, from: from() }
      expect(await auth.readAudit(query)).toMatchObject({ kind: 'invalid' })
      expect(await auth.exportAudit(query)).toMatchObject({ kind: 'invalid' })
    }
  },
)

it.each(['owner', '', null, 'SUPER_ADMIN', {}])('gives no member the role %p', async (role) => {
  const { environment, token, bob: accountId } = await createScene()
  const change = { token, accountId, role: as<Role>(role), from: environment.from() }
  expect(await environment.auth.changeMember(change)).toMatchObject({ kind: 'invalid' })
})

it.each([undefined, null, '', 'UI', 'cli2'])(
  'a client of the type %p is asked for a code',
  async (client) => {
    const environment = createTestEnvironment({ settings: { otpDefault: true } })
    const ada = await environment.signUp()
    const from = { ...environment.from(), client: as<'ui'>(client) }
    const { email, password } = ada
    expect(await environment.auth.logIn({ email, password, from })).toMatchObject({
      kind: 'otp_required',
    })
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

  const texts = ['signUp', 'unconfirmedAccounts'] as const

  it.each(texts)('has one of a few values, and no other: %s', (name) => {
    for (const value of [undefined, null, '', 'opened', 'FULL', true, {}]) {
      const settings = { ...defaultSettings, [name]: as<never>(value) }
      expect(() => createAuth(createMemoryPorts(), settings)).toThrow(`settings.${name}`)
      expect(() => createTokenCache(createMemoryPorts(), settings)).toThrow(`settings.${name}`)
    }
  })

  it.each([
    ['logoutEndsTokens', ['no', 0, null, undefined]],
    ['otpDefault', ['no', 0, null, undefined]],
    ['issuer', [undefined, null, 0]],
    ['otpExemptClients', [undefined, 'cli', ['browser'], [null]]],
    ['signUpDomains', [undefined, 'example.com', [null]]],
    [
      'oidcEmailTrust',
      [undefined, { a: null }, { a: { directoryPinned: 'no', trustEmail: true } }],
    ],
    ['limits', [undefined, null, {}]],
  ] as const)('is named, and nothing is made with it: %s', (name, values) => {
    for (const value of values) {
      const settings = { ...defaultSettings, [name]: as<never>(value) }
      expect(() => createAuth(createMemoryPorts(), settings)).toThrow(`settings.${name}`)
    }
  })

  it('is looked at, whichever it is', () => {
    for (const name of Object.keys(defaultSettings)) {
      const { [name as keyof AuthSettings]: _, ...rest } = defaultSettings
      expect(() => createAuth(createMemoryPorts(), as(rest))).toThrow(`settings.${name}`)
    }
    for (const name of Object.keys(defaultSettings.limits)) {
      const limits = { ...defaultSettings.limits, [name]: { name, seconds: 60 } }
      const settings = { ...defaultSettings, limits }
      expect(() => createAuth(createMemoryPorts(), as(settings))).toThrow(`settings.limits.${name}`)
    }
  })

  it.each(bad.filter((value) => value !== undefined))(
    'keeps no key, and no audit log: %p',
    async (value) => {
      const ports = createMemoryPorts()
      for (const name of [
        'accessTokenSeconds',
        'sessionTokenSeconds',
        'keyRotationSeconds',
        'keyLeadSeconds',
      ] as const) {
        const settings = { ...defaultSettings, [name]: as<number>(value) }
        expect(() => createLiveKeyRing(ports, settings)).toThrow(`settings.${name}`)
      }
      const jobPorts = { ...ports, keyRing: createLiveKeyRing(ports, defaultSettings) }
      // What is null counts as not given.
      if (value !== null) {
        const options = { auditRetentionSeconds: as<number>(value) }
        expect(() => createJobs(jobPorts, options)).toThrow('auditRetentionSeconds')
      }
      await expect(cutAudit(ports, as(value))).rejects.toThrow(TypeError)
    },
  )

  it.each(bad)('lets nothing wait that has no bound: %p', (value) => {
    for (const name of Object.keys(defaultAdmissionBounds)) {
      const bounds = { ...defaultAdmissionBounds, [name]: as<number>(value) }
      expect(() => createAdmission(bounds)).toThrow(name)
    }
  })

  it('lets no machine be reached under a policy that is none', () => {
    const { auth } = createTestEnvironment()
    for (const unconfirmedAccounts of [undefined, 'FULL']) {
      const policy = { unconfirmedAccounts: as<'full'>(unconfirmedAccounts) }
      expect(() => createMachineVerifier(auth, policy)).toThrow(TypeError)
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

async function ask(scene: Scene, name: Asked, at: unknown): Promise<{ readonly kind: string }> {
  return send(scene, name, { command: await everyUseCase[name](scene), at })
}

async function send(
  { environment }: Scene,
  name: Asked,
  { command, at }: { readonly command: object; readonly at: unknown },
): Promise<{ readonly kind: string }> {
  const useCase = environment.auth[name] as (command: object) => Promise<{ readonly kind: string }>
  const from = { ...environment.from(), receivedAt: as<Date>(at) }
  return useCase({ ...command, from })
}

/** The organizations, accounts, sessions and mails that a request could change. */
async function recordsOf({ environment: { ports } }: Scene) {
  return ports.store.transaction(async (tx) => {
    const tenants = await tx.tenants.list({ limit: 100 })
    const people = []
    for (const { id } of tenants) people.push(await tx.accounts.listOfTenant(id, { limit: 100 }))
    const sessions = []
    for (const { id } of people.flat()) sessions.push(await tx.sessions.listOfAccount(id))
    const mails = await tx.outbox.countSince('', 'invitation', new Date(0))
    return { tenants, people, sessions, mails, sent: ports.mailer.sent.length }
  })
}

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
