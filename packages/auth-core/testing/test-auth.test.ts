import { describe, expect, it } from '@jest/globals'
import { createTestAuth, testProvider } from './test-auth.ts'
import { createTestEnvironment, outcomeOf } from './test-environment.ts'

describe('signedIn', () => {
  it('makes confirmed administrators of organizations of their own, with a good token', async () => {
    const { auth, account, signedIn } = createTestAuth()
    const [ada, second] = [await signedIn(), await signedIn()]
    expect([ada.tenantId, second.tenantId]).toEqual(['acme', 'organization-2'])
    for (const { accountId, token } of [ada, second]) {
      expect(await account(accountId)).toMatchObject({ emailVerified: true, role: 'company_admin' })
      expect(auth.authenticate(token)).toMatchObject({
        kind: 'valid',
        claims: { userId: accountId },
      })
    }
  })

  it('enters the code that the organization asks for', async () => {
    const { signedIn, signIn } = createTestAuth({ settings: { otpDefault: true } })
    const ada = await signedIn()
    expect((await signIn(ada, { client: 'ui' })).token).not.toBe(ada.token)
  })

  it('says which step was refused', async () => {
    const { signedIn } = createTestAuth()
    await expect(signedIn({ password: 'password' })).rejects.toThrow('expected signed_up')
  })
})

describe('join', () => {
  it('brings another person into the organization, as the administrator said', async () => {
    const { account, auth, from, join, signedIn } = createTestAuth()
    const ada = await signedIn()
    const bob = await join(ada, { username: 'Bob', groups: ['ops'], machineRole: 'operator' })
    expect(await account(bob.accountId)).toMatchObject({
      ...{ tenantId: 'acme', username: 'bob', email: 'Bob@example.com', role: 'user' },
      ...{ machineRole: 'operator', groups: ['ops'], emailVerified: true },
    })
    await join(ada)
    const listed = await auth.listMembers({ token: ada.token, from: from() })
    expect(outcomeOf('members', listed).members).toHaveLength(3)
  })

  it('says so when the person may not invite', async () => {
    const { join, signedIn } = createTestAuth()
    const bob = await join(await signedIn())
    await expect(join(bob)).rejects.toThrow('expected invitation_sent')
  })
})

it('logInAtProvider goes to the provider and back, with the claims of the test', async () => {
  const { logInAtProvider, ports, signedIn } = createTestAuth()
  const ada = await signedIn()
  expect((await logInAtProvider(ada)).kind).toBe('authenticated')
  const doubtful = await logInAtProvider(ada, { subject: 'other', emailVerified: false })
  expect(doubtful.kind).toBe('refused')
  expect([...ports.oidcProviders.keys()]).toEqual([testProvider])
})

it('time stands still until it is advanced', async () => {
  const { advance, auth, ports, signedIn } = createTestAuth()
  const { token } = await signedIn()
  const before = ports.clock.now()
  expect(auth.authenticate(token).kind).toBe('valid')
  advance(24 * 3600)
  expect(ports.clock.now().getTime() - before.getTime()).toBe(24 * 3_600_000)
  expect(auth.authenticate(token)).toMatchObject({ kind: 'refused' })
})

describe('a port that is told to fail', () => {
  it('fails once, and works again', async () => {
    const { fail, logIn, signedIn } = createTestAuth()
    const ada = await signedIn()
    fail('credential_store', 'once', 'corrupt')
    const failed = { name: 'PortError', port: 'credential_store', failure: 'corrupt' }
    await expect(logIn(ada)).rejects.toMatchObject(failed)
    expect((await logIn(ada)).kind).toBe('authenticated')
  })

  it.each(['store', 'credential_store', 'rate_limiter'] as const)(
    '(%s) fails until it is healed',
    async (port) => {
      const { fail, heal, logIn, signedIn } = createTestAuth()
      const ada = await signedIn()
      fail(port)
      for (const _ of [1, 2]) {
        await expect(logIn(ada)).rejects.toMatchObject({ port, failure: 'unavailable' })
      }
      heal(port)
      expect((await logIn(ada)).kind).toBe('authenticated')
    },
  )

  it('never answers until it is healed, and what waited has timed out', async () => {
    const { fail, heal, logIn, signedIn } = createTestAuth()
    const ada = await signedIn()
    fail('store', 'never_answers')
    let isSettled = false
    const waiting = logIn(ada).finally(() => {
      isSettled = true
    })
    await new Promise(setImmediate)
    expect(isSettled).toBe(false)
    heal()
    await expect(waiting).rejects.toMatchObject({ port: 'store', failure: 'timeout' })
    expect((await logIn(ada)).kind).toBe('authenticated')
  })

  it('is a provider that cannot be reached', async () => {
    const { fail, logInAtProvider } = createTestAuth()
    fail('oidc_provider')
    const start = logInAtProvider({ email: 'ada@example.com' })
    await expect(start).rejects.toMatchObject({ port: 'oidc_provider' })
  })

  it('is a mailer whose mails leave later', async () => {
    const { advance, fail, heal, mails, signUp } = createTestAuth()
    fail('mailer')
    await signUp()
    expect(await mails('verify_email')).toEqual([])
    heal()
    advance(3600)
    expect(await mails('verify_email')).toHaveLength(1)
  })

  it('keeps what a test reads of it', () => {
    const { fail, ports } = createTestAuth()
    fail('mailer')
    fail('credential_store')
    expect(ports.mailer.sent).toEqual([])
    expect(ports.credentialStore.checks).toBe(0)
  })
})

describe('what is misspelt is named:', () => {
  it.each([
    [{ setings: {} }, 'there is no option setings'],
    [{ settings: { otpDefualt: true } }, 'there is no setting otpDefualt'],
    [{ ports: { creditStore: {} } }, 'there is no port creditStore'],
  ])('%j', (options, message) => {
    expect(() => createTestAuth(options as never)).toThrow(`createTestAuth: ${message}`)
    expect(() => createTestEnvironment(options as never)).toThrow(message)
  })

  it('but not what a host may leave out', () => {
    const { ports } = createTestAuth({ ports: { ownClaims: () => ({}) } })
    expect(ports).toHaveProperty('ownClaims')
  })
})
