import { describe, expect, it } from '@jest/globals'
import { createStage, type Stage } from '../../testing/stage.ts'

const requested = { kind: 'reset_requested' }
const rateLimited = { kind: 'refused', refusal: 'rate_limited', retryAfter: 3600 }
const email = 'ada@example.com'

describe('a forgotten password', () => {
  it('is mailed about, with a link for each account of the address', async () => {
    const stage = createStage()
    await stage.signUp()
    await stage.signUp({ organizationName: 'Globex' })
    await stage.signUp({ organizationName: 'Initech', email: 'grace@example.com' })
    expect(await forget(stage)).toEqual(requested)
    expect(await stage.mails('password_reset')).toEqual([
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
    const stage = createStage()
    await stage.signUp()
    await forget(stage, 'ADA@Example.COM')
    expect(await stage.lastMail('password_reset')).toMatchObject({ to: email })
  })

  it('T-24: is mailed about to the address of each account as it was given', async () => {
    const stage = createStage()
    await stage.signUp({ organizationName: 'Evil', email: 'Ada@example.com' })
    await stage.signUp({ organizationName: 'Corp' })
    await forget(stage)
    expect(await stage.mails('password_reset')).toMatchObject([
      { to: 'Ada@example.com', accounts: [{ organization: 'Evil Ltd' }] },
      { to: 'ada@example.com', accounts: [{ organization: 'Corp Ltd' }] },
    ])
  })

  it('leaves only the digest of a token behind', async () => {
    const stage = createStage()
    const ada = await stage.signUp()
    await forget(stage)
    const { accounts } = await stage.lastMail('password_reset')
    const token = accounts[0]?.token ?? ''
    const stored = await stage.ports.store.transaction((tx) =>
      tx.oneTimeTokens.findNewest('reset_password', ada.accountId),
    )
    expect(stored).toMatchObject({
      digest: stage.ports.secrets.digest('reset_password', token),
      claim: null,
    })
    expect(JSON.stringify([stored, await stage.audit('password_reset_requested')])).not.toContain(
      token,
    )
  })

  it('leaves out what is disabled', async () => {
    const stage = createStage()
    const ada = await stage.signUp()
    await stage.signUp({ organizationName: 'Globex' })
    await stage.signUp({ organizationName: 'Initech' })
    await stage.changeAccount(ada.accountId, { standing: 'disabled' })
    await stage.changeTenant('initech', { standing: 'disabled' })
    await forget(stage)
    expect(await stage.lastMail('password_reset')).toMatchObject({
      accounts: [{ username: 'ada-globex' }],
    })
  })
})

describe('T-52: an address that nobody has', () => {
  it.each(['grace@example.com', 'not an address', ''])(
    'like %j is answered alike',
    async (other) => {
      const stage = createStage()
      await stage.signUp()
      expect(await forget(stage, other)).toEqual(requested)
      expect(await stage.mails('password_reset')).toEqual([])
    },
  )

  it('leaves a record as well', async () => {
    const stage = createStage()
    const ada = await stage.signUp()
    await forget(stage)
    await forget(stage, 'grace@example.com')
    expect(await stage.audit('password_reset_requested')).toMatchObject([
      { outcome: 'ok', accountId: ada.accountId, tenantId: 'acme' },
      { outcome: 'refused', accountId: null, tenantId: null },
    ])
  })

  it.each([email, 'grace@example.com'])(
    'has the limit of one that somebody has: %s',
    async (any) => {
      const stage = createStage()
      await stage.signUp()
      for (let asked = 0; asked < 5; asked += 1) expect(await forget(stage, any)).toEqual(requested)
      expect(await forget(stage, any.toUpperCase())).toEqual(rateLimited)
      expect(await forget(stage, 'somebody.else@example.com')).toEqual(requested)
      stage.ports.clock.advance(3600)
      expect(await forget(stage, any)).toEqual(requested)
    },
  )

  it('has the limit of one network', async () => {
    const stage = createStage()
    for (let asked = 0; asked < 60; asked += 1) await forget(stage, `user-${asked}@example.com`)
    expect(await forget(stage, 'user-60@example.com')).toEqual(rateLimited)
  })

  it('is no different while the mail server is down', async () => {
    const stage = createStage({ ports: { mailIsUp: () => false } })
    await stage.signUp()
    expect(await forget(stage)).toEqual(requested)
    expect(await forget(stage, 'grace@example.com')).toEqual(requested)
  })
})

describe('T-53: asking again', () => {
  it('within a minute sends nothing, and the first link stays good', async () => {
    const stage = createStage()
    await stage.signUp()
    await forget(stage)
    stage.ports.clock.advance(59.999)
    expect(await forget(stage)).toEqual(requested)
    expect(await stage.mails('password_reset')).toHaveLength(1)
    expect(await resetBy(stage, 0)).toEqual({ kind: 'password_reset' })
  })

  it('after a minute sends another one, and only that is good', async () => {
    const stage = createStage()
    await stage.signUp()
    await forget(stage)
    stage.ports.clock.advance(60)
    await forget(stage)
    expect(await resetBy(stage, 0)).toMatchObject({ refusal: 'reset_token_invalid' })
    expect(await resetBy(stage, 1)).toEqual({ kind: 'password_reset' })
  })

  it('within a minute sends a link for an account that had none yet', async () => {
    const stage = createStage()
    await stage.signUp()
    await forget(stage)
    await stage.signUp({ organizationName: 'Globex' })
    await forget(stage)
    expect(await stage.mails('password_reset')).toMatchObject([
      { accounts: [{ username: 'ada-acme' }] },
      { accounts: [{ username: 'ada-globex' }] },
    ])
    expect(await resetBy(stage, 0)).toEqual({ kind: 'password_reset' })
    expect(await resetBy(stage, 1)).toEqual({ kind: 'password_reset' })
  })
})

const aToken = expect.stringMatching(/^[\w-]{43}$/)

function forget({ auth, from }: Stage, address = email) {
  return auth.forgotPassword({ email: address, from: from() })
}

/** Uses the first link of the n-th reset mail. */
async function resetBy(stage: Stage, index: number) {
  const mails = await stage.mails('password_reset')
  const resetToken = mails[index]?.accounts[0]?.token ?? ''
  const command = { resetToken, newPassword: 'battery staple', from: stage.from() }
  return stage.auth.resetPassword(command)
}
