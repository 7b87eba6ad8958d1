import { describe, expect, it } from '@jest/globals'
import {
  createTestEnvironment,
  outcomeOf,
  type TestEnvironment,
} from '../../testing/test-environment.ts'
import { createJobs } from './create-jobs.ts'
import { purgeExpired } from './purge-expired.ts'

const day = 86_400

describe('tidying', () => {
  it('removes an OTP challenge once it has expired', async () => {
    const environment = createTestEnvironment({ settings: { otpDefault: true } })
    const ada = await environment.signUp()
    await environment.logIn(ada)
    const challenge = () => read(environment, (tx) => tx.otpChallenges.findByAccount(ada.accountId))
    await tidyAfter(environment, 299)
    expect(await challenge()).toBeDefined()
    await tidyAfter(environment, 1)
    expect(await challenge()).toBeUndefined()
  })

  it('removes the token of a mail once it has expired', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    await environment.auth.forgotPassword({ email: ada.email, from: environment.from() })
    const newest = () =>
      read(environment, (tx) => tx.oneTimeTokens.findNewest('reset_password', ada.accountId))
    await tidyAfter(environment, 1799)
    expect(await newest()).toBeDefined()
    await tidyAfter(environment, 1)
    expect(await newest()).toBeUndefined()
  })

  it('keeps a session for a day after its last token has expired', async () => {
    const environment = createTestEnvironment()
    const { token } = outcomeOf(
      'authenticated',
      await environment.logIn(await environment.signUp()),
    )
    const { claims } = outcomeOf(
      'valid',
      environment.auth.authenticate(token, environment.ports.clock.now()),
    )
    const session = () => read(environment, (tx) => tx.sessions.find(claims.sessionId))
    await tidyAfter(environment, 2 * day)
    expect(await session()).toBeDefined()
    await tidyAfter(environment, 0.001)
    expect(await session()).toBeUndefined()
  })

  it('removes what ended when no token of it can live, and not before', async () => {
    const environment = createTestEnvironment({ settings: { logoutEndsTokens: true } })
    const { token } = outcomeOf(
      'authenticated',
      await environment.logIn(await environment.signUp()),
    )
    const { sessionId } = outcomeOf(
      'valid',
      environment.auth.authenticate(token, environment.ports.clock.now()),
    ).claims
    await environment.auth.logOut({ token, from: environment.from() })
    const left = () => read(environment, (tx) => tx.endings.find('session', sessionId))
    await tidyAfter(environment, day - 1)
    expect(await left()).toHaveLength(1)
    await tidyAfter(environment, 1)
    expect(await left()).toEqual([])
  })

  it('never removes the session of a token that can still be refreshed', async () => {
    const environment = createTestEnvironment()
    let { token } = outcomeOf('authenticated', await environment.logIn(await environment.signUp()))
    for (let days = 0; days < 29; days += 1) {
      await tidyAfter(environment, day - 1)
      token = outcomeOf(
        'refreshed',
        await environment.auth.refresh({ token, from: environment.from() }),
      ).token
    }
  })

  it('keeps a mail for a day after it was sent, and one that waits for as long as it does', async () => {
    const environment = createTestEnvironment()
    const { accountId } = await environment.signUp()
    const count = () =>
      read(environment, (tx) => tx.outbox.countSince(accountId, 'verify_email', new Date(0)))
    await tidyAfter(environment, 3 * day)
    await environment.mails('verify_email')
    await tidyAfter(environment, day)
    expect(await count()).toBe(1)
    await tidyAfter(environment, 0.001)
    expect(await count()).toBe(0)
  })

  it('leaves accounts, tenants and the audit log alone', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    await tidyAfter(environment, 365 * day)
    expect(await environment.logIn(ada)).toMatchObject({ kind: 'authenticated' })
    expect(await environment.audit('signed_up')).toHaveLength(1)
  })
})

describe('T-97: tidying by a clock that jumps', () => {
  it('removes nothing while the clock is months ahead for a while, or at the start', async () => {
    const { environment, purge, session } = await signedIn()
    await purge()
    environment.ports.clock.advance(92 * day)
    await purge()
    await purgeEachMinute(environment, purge, 9)
    expect(await session()).toBeDefined()
    environment.ports.clock.advance(-92 * day)
    await purgeEachMinute(environment, purge, 20)
    expect(await session()).toBeDefined()
  })

  it('goes on once the clock has gone on steadily', async () => {
    const { environment, purge, session } = await signedIn()
    environment.ports.clock.advance(92 * day)
    await purge()
    await purgeEachMinute(environment, purge, 10)
    expect(await session()).toBeUndefined()
  })
})

async function signedIn() {
  const environment = createTestEnvironment()
  const { token } = outcomeOf('authenticated', await environment.logIn(await environment.signUp()))
  const { claims } = outcomeOf('valid', environment.auth.authenticate(token))
  const session = () => read(environment, (tx) => tx.sessions.find(claims.sessionId))
  const { ports } = environment
  const keyRing = { ...ports.keyRing, reload: async () => {} }
  const purge = createJobs({ ...ports, keyRing }).find(({ name }) => name === 'tidy')?.run
  if (!purge) throw new TypeError('nothing is tidied')
  return { environment, purge, session }
}

async function purgeEachMinute(
  { ports }: TestEnvironment,
  purge: () => Promise<void>,
  minutes: number,
): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    ports.clock.advance(60)
    await purge()
  }
}

function tidyAfter({ ports }: TestEnvironment, seconds: number): Promise<void> {
  ports.clock.advance(seconds)
  return purgeExpired(ports)
}

function read<Result>(
  { ports }: TestEnvironment,
  work: Parameters<typeof ports.store.transaction<Result>>[0],
): Promise<Result> {
  return ports.store.transaction(work)
}
