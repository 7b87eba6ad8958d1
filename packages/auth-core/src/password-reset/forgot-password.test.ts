import { describe, expect, it } from '@jest/globals'
import { signUpIn } from '../../test-support/sign-up-in.ts'
import { createTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts'

const requested = { kind: 'reset_requested' }
const rateLimited = { kind: 'refused', refusal: 'rate_limited', retryAfter: 3600 }
const email = 'ada@example.com'

describe('a forgotten password', () => {
  it('is mailed about, with a link for each account of the address', async () => {
    const environment = createTestEnvironment()
    await environment.signUp()
    await environment.signUp({ organizationName: 'Globex' })
    await environment.signUp({ organizationName: 'Initech', email: 'grace@example.com' })
    expect(await forget(environment)).toEqual(requested)
    expect(await environment.mails('password_reset')).toEqual([
      {
        kind: 'password_reset',
        to: email,
        minutes: 30,
        accounts: [
          { organization: 'Acme Ltd', username: 'ada-acme', token: aToken },
          { organization: 'Globex Ltd', username: 'ada-globex', token: aToken },
        ],
      },
    ])
  })

  it('is known by an address in any case', async () => {
    const environment = createTestEnvironment()
    await environment.signUp()
    await forget(environment, 'ADA@Example.COM')
    expect(await environment.lastMail('password_reset')).toMatchObject({ to: email })
  })

  it('T-24: is mailed about to the address of each account as it was given', async () => {
    const environment = createTestEnvironment()
    await environment.signUp({ organizationName: 'Evil', email: 'Ada@example.com' })
    await environment.signUp({ organizationName: 'Corp' })
    await forget(environment)
    expect(await environment.mails('password_reset')).toMatchObject([
      { to: 'Ada@example.com', accounts: [{ organization: 'Evil Ltd' }] },
      { to: 'ada@example.com', accounts: [{ organization: 'Corp Ltd' }] },
    ])
  })

  it.each(['quac\u212a@example.com', 'quack\uff20example.com', 'm\u0131ke@example.com'])(
    'T-24: is not mailed about for what only looks like an address: %j',
    async (typed) => {
      const environment = createTestEnvironment()
      await environment.signUp({ email: 'quack@example.com' })
      await environment.signUp({ organizationName: 'Globex', email: 'mike@example.com' })
      expect(await forget(environment, typed)).toEqual(requested)
      expect(await environment.mails('password_reset')).toEqual([])
    },
  )

  it('leaves only the digest of a token behind', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    await forget(environment)
    const { accounts } = await environment.lastMail('password_reset')
    const token = accounts[0]?.token ?? ''
    const stored = await environment.ports.store.transaction((tx) =>
      tx.oneTimeTokens.findNewest('reset_password', ada.accountId),
    )
    expect(stored).toMatchObject({
      digest: environment.ports.secrets.digest('reset_password', token),
      lease: null,
    })
    expect(
      JSON.stringify([stored, await environment.audit('password_reset_requested')]),
    ).not.toContain(token)
  })

  it('leaves out what is disabled', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    await environment.signUp({ organizationName: 'Globex' })
    await environment.signUp({ organizationName: 'Initech' })
    await environment.changeAccount(ada.accountId, { status: 'disabled' })
    await environment.changeTenant('initech', { status: 'disabled' })
    await forget(environment)
    expect(await environment.lastMail('password_reset')).toMatchObject({
      accounts: [{ username: 'ada-globex' }],
    })
  })
})

describe('T-52: an address that nobody has', () => {
  it.each(['grace@example.com', 'not an address', ''])(
    'like %j is answered alike',
    async (other) => {
      const environment = createTestEnvironment()
      await environment.signUp()
      expect(await forget(environment, other)).toEqual(requested)
      expect(await environment.mails('password_reset')).toEqual([])
    },
  )

  it('leaves a record as well', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    await forget(environment)
    await forget(environment, 'grace@example.com')
    expect(await environment.audit('password_reset_requested')).toMatchObject([
      { outcome: 'ok', accountId: ada.accountId, tenantId: 'acme' },
      { outcome: 'refused', accountId: null, tenantId: null },
    ])
  })

  it.each([email, 'grace@example.com'])(
    'has the limit of one that somebody has: %s',
    async (any) => {
      const environment = createTestEnvironment()
      await environment.signUp()
      for (let asked = 0; asked < 5; asked += 1)
        expect(await forget(environment, any)).toEqual(requested)
      expect(await forget(environment, any.toUpperCase())).toEqual(rateLimited)
      expect(await forget(environment, any, '198.51.100.1')).toEqual(requested)
      expect(await forget(environment, 'somebody.else@example.com')).toEqual(requested)
      environment.ports.clock.advance(3600)
      expect(await forget(environment, any)).toEqual(requested)
    },
  )

  it.each([email, 'grace@example.com'])('T-102: takes as long: %s', async (address) => {
    const slept: number[] = []
    const sleep = async (milliseconds: number) => void slept.push(milliseconds)
    const environment = createTestEnvironment({ ports: { sleep } })
    await environment.signUp()
    const from = environment.from()
    environment.ports.clock.advance(0.1)
    await environment.auth.forgotPassword({ email: address, from })
    expect(slept).toEqual([400])
  })

  it('has the limit of one network', async () => {
    const environment = createTestEnvironment()
    for (let asked = 0; asked < 60; asked += 1)
      await forget(environment, `user-${asked}@example.com`)
    expect(await forget(environment, 'user-60@example.com')).toEqual(rateLimited)
  })

  it('is no different while the mail server is down', async () => {
    const environment = createTestEnvironment({ ports: { mailIsUp: () => false } })
    await environment.signUp()
    expect(await forget(environment)).toEqual(requested)
    expect(await forget(environment, 'grace@example.com')).toEqual(requested)
  })
})

describe('T-98: the mails to one address', () => {
  it('are five an hour, as long as the last link is good', async () => {
    const environment = createTestEnvironment()
    await environment.signUp()
    for (let asked = 0; asked < 20; asked += 1) {
      await forget(environment, email, `198.51.100.${asked}`)
      environment.ports.clock.advance(60)
    }
    expect(await environment.mails('password_reset')).toHaveLength(5)
    expect(await resetBy(environment, 4)).toEqual({ kind: 'password_reset' })
  })

  it('go on when the last link is over, whatever strangers asked for', async () => {
    const environment = createTestEnvironment()
    await environment.signUp()
    for (let asked = 0; asked < 20; asked += 1) {
      await forget(environment, email, `198.51.100.${asked}`)
      await environment.mails('password_reset')
      environment.ports.clock.advance(60)
    }
    environment.ports.clock.advance(15 * 60)
    await forget(environment)
    expect(await environment.mails('password_reset')).toHaveLength(6)
    expect(await resetBy(environment, 5)).toEqual({ kind: 'password_reset' })
  })

  it('are not used up by requests that send nothing', async () => {
    const environment = createTestEnvironment()
    await environment.signUp()
    for (let asked = 0; asked < 20; asked += 1) {
      await forget(environment, email, `198.51.100.${asked}`)
    }
    environment.ports.clock.advance(60)
    await forget(environment)
    expect(await environment.mails('password_reset')).toHaveLength(2)
  })

  it('T-91: have no more links than a login has accounts to try', async () => {
    const environment = createTestEnvironment()
    await signUpIn(environment, ['One', 'Two', 'Three', 'Four', 'Five'])
    await forget(environment)
    const { accounts } = await environment.lastMail('password_reset')
    expect(accounts.map(({ username }) => username)).toEqual(['ada-three', 'ada-four', 'ada-five'])
  })
})

describe('T-53: asking again', () => {
  it('within a minute sends nothing, and the first link stays good', async () => {
    const environment = createTestEnvironment()
    await environment.signUp()
    await forget(environment)
    environment.ports.clock.advance(59.999)
    expect(await forget(environment)).toEqual(requested)
    expect(await environment.mails('password_reset')).toHaveLength(1)
    expect(await resetBy(environment, 0)).toEqual({ kind: 'password_reset' })
  })

  it('after a minute sends another one, and only that is good', async () => {
    const environment = createTestEnvironment()
    await environment.signUp()
    await forget(environment)
    environment.ports.clock.advance(60)
    await forget(environment)
    expect(await resetBy(environment, 0)).toMatchObject({ refusal: 'reset_token_invalid' })
    expect(await resetBy(environment, 1)).toEqual({ kind: 'password_reset' })
    expect(await resetBy(environment, 0)).toMatchObject({ refusal: 'reset_token_invalid' })
  })

  it('within a minute sends a link for an account that had none yet', async () => {
    const environment = createTestEnvironment()
    await environment.signUp()
    await forget(environment)
    await environment.signUp({ organizationName: 'Globex' })
    await forget(environment)
    expect(await environment.mails('password_reset')).toMatchObject([
      { accounts: [{ username: 'ada-acme' }] },
      { accounts: [{ username: 'ada-globex' }] },
    ])
    expect(await resetBy(environment, 0)).toEqual({ kind: 'password_reset' })
    expect(await resetBy(environment, 1)).toEqual({ kind: 'password_reset' })
  })
})

const aToken = expect.stringMatching(/^[\w-]{43}$/)

function forget({ auth, from }: TestEnvironment, address = email, network = '192.0.2.1') {
  return auth.forgotPassword({ email: address, from: from({ network }) })
}

/** Uses the first link of the n-th reset mail. */
async function resetBy(environment: TestEnvironment, index: number) {
  const mails = await environment.mails('password_reset')
  const resetToken = mails[index]?.accounts[0]?.token ?? ''
  const command = { resetToken, newPassword: 'battery staple', from: environment.from() }
  return environment.auth.resetPassword(command)
}
