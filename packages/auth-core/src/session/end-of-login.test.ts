import { describe, expect, it } from '@jest/globals'
import {
  createTestEnvironment,
  outcomeOf,
  type TestEnvironment,
  type TestEnvironmentOptions,
} from '../../testing/test-environment.ts'
import { openProof, sealProof } from '../tokens/session-token.ts'

const invalid = { kind: 'refused', refusal: 'session_token_invalid' }

describe('T-95: after a logout', () => {
  it('no session token of the login opens anything, however it was got', async () => {
    const { environment, first } = await loggedIn()
    const second = outcomeOf('authenticated', await select(environment, first.sessionToken))
    await logOut(environment, first.token)
    for (const sessionToken of [first.sessionToken, second.sessionToken]) {
      expect(await select(environment, sessionToken)).toEqual(invalid)
      const from = environment.from()
      expect(await environment.auth.listTenants({ sessionToken, from })).toEqual(invalid)
      expect(await environment.auth.resendOtp({ sessionToken, from })).toEqual(invalid)
    }
  })

  it('no code of the login is good, with its session token or without', async () => {
    for (const isShown of [true, false]) {
      const { environment, ada, first } = await loggedIn()
      await environment.changeTenant('acme', { otpEnabled: true })
      outcomeOf('otp_required', await select(environment, first.sessionToken, 'ui'))
      const { code } = await environment.lastMail('otp')
      await logOut(environment, first.token)
      const shown = isShown ? { sessionToken: first.sessionToken } : {}
      const guess = { username: ada.username, code, ...shown, from: environment.from() }
      expect(await environment.auth.verifyOtp(guess)).toMatchObject({ refusal: 'otp_invalid' })
    }
  })

  it('what another login opened goes on', async () => {
    const { environment, ada, first } = await loggedIn()
    const other = outcomeOf('authenticated', await environment.logIn(ada, { client: 'cli' }))
    await logOut(environment, first.token)
    expect(await select(environment, other.sessionToken)).toMatchObject({ kind: 'authenticated' })
  })

  it('a session token of an older release works until it expires, and what it opens can end', async () => {
    const { environment, first } = await loggedIn()
    const { ports, settings } = environment
    const proof = openProof(ports, settings, { token: first.sessionToken, at: ports.clock.now() })
    if (!proof) throw new TypeError('no proof')
    const old = sealProof(ports, settings, { ...proof, loginId: '' })
    const entered = outcomeOf('authenticated', await select(environment, old))
    await logOut(environment, entered.token)
    expect(await select(environment, entered.sessionToken)).toEqual(invalid)
    expect(await select(environment, old)).toMatchObject({ kind: 'authenticated' })
    ports.clock.advance(settings.sessionTokenSeconds)
    expect(await select(environment, old)).toEqual(invalid)
  })

  it('what is kept of it is removed when no session token could live', async () => {
    const { environment, first } = await loggedIn()
    const { clock, store } = environment.ports
    await logOut(environment, first.token)
    const left = (seconds: number) => {
      const now = new Date(clock.now().getTime() + seconds * 1000)
      return store.transaction((tx) => tx.endings.removeExpired(now))
    }
    expect(await left(900)).toBe(0)
    expect(await left(1000)).toBe(1)
  })
})

describe('the access token of a session that is logged out', () => {
  it.each([
    [false, 'valid'],
    [true, 'session_ended'],
  ])('with LOGOUT_ENDS_TOKENS %s: %s', async (logoutEndsTokens, checked) => {
    const { environment, first } = await loggedIn({ settings: { logoutEndsTokens } })
    await logOut(environment, first.token)
    const now = environment.ports.clock.now()
    const decision = environment.auth.authenticate(first.token, now)
    expect(decision.kind === 'refused' ? decision.refusal : decision.kind).toBe(checked)
    // Doing it twice is harmless all the same.
    await logOut(environment, first.token)
  })
})

async function loggedIn(options: TestEnvironmentOptions = {}) {
  const environment = createTestEnvironment(options)
  const ada = await environment.signUp()
  const first = outcomeOf('authenticated', await environment.logIn(ada, { client: 'cli' }))
  return { environment, ada, first }
}

function select(
  { auth, from }: TestEnvironment,
  sessionToken: string,
  client: 'cli' | 'ui' = 'cli',
) {
  return auth.selectTenant({ sessionToken, tenantId: 'acme', from: from({ client }) })
}

async function logOut({ auth, from }: TestEnvironment, token: string): Promise<void> {
  outcomeOf('logged_out', await auth.logOut({ token, from: from() }))
}
