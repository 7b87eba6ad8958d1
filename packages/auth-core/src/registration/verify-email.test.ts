import { describe, expect, it } from '@jest/globals'
import { createStage, type Stage } from '../../testing/stage.ts'

const invalid = { kind: 'refused', refusal: 'verification_token_invalid' }

describe('verifying an email address', () => {
  it('believes the address from then on', async () => {
    const stage = createStage()
    const ada = await stage.signUp()
    const { token } = await stage.lastMail('verify_email')
    expect(await verify(stage, token)).toEqual({ kind: 'email_verified', email: ada.email })
    expect(await stage.account(ada.accountId)).toMatchObject({ emailVerified: true })
    expect(await stage.audit('email_verified')).toMatchObject([
      { accountId: ada.accountId, tenantId: 'acme' },
    ])
  })

  it('works once', async () => {
    const stage = createStage()
    await stage.signUp()
    const { token } = await stage.lastMail('verify_email')
    await verify(stage, token)
    expect(await verify(stage, token)).toEqual(invalid)
  })

  it('of one account says nothing of another with the same address', async () => {
    const stage = createStage()
    const [acme, globex] = [
      await stage.signUp(),
      await stage.signUp({ organizationName: 'Globex' }),
    ]
    const { token } = await stage.lastMail('verify_email')
    await verify(stage, token)
    expect(await stage.account(acme.accountId)).toMatchObject({ emailVerified: false })
    expect(await stage.account(globex.accountId)).toMatchObject({ emailVerified: true })
  })

  it('works until a week has passed, and not longer', async () => {
    const week = 7 * 24 * 3600
    const [inTime, late] = [createStage(), createStage()]
    for (const stage of [inTime, late]) await stage.signUp()
    const tokens = [await inTime.lastMail('verify_email'), await late.lastMail('verify_email')]
    inTime.ports.clock.advance(week - 1)
    late.ports.clock.advance(week)
    expect(await verify(inTime, tokens[0]?.token)).toMatchObject({ kind: 'email_verified' })
    expect(await verify(late, tokens[1]?.token)).toEqual(invalid)
  })

  it.each([
    ['account', (stage: Stage, id: string) => stage.changeAccount(id, { standing: 'disabled' })],
    ['tenant', (stage: Stage) => stage.changeTenant('acme', { standing: 'disabled' })],
  ])('does nothing for a disabled %s', async (_, disable) => {
    const stage = createStage()
    const ada = await stage.signUp()
    const { token } = await stage.lastMail('verify_email')
    await disable(stage, ada.accountId)
    expect(await verify(stage, token)).toEqual(invalid)
    expect(await stage.account(ada.accountId)).toMatchObject({ emailVerified: false })
  })

  it('T-04: takes no token of another kind', async () => {
    const stage = createStage()
    const ada = await stage.signUp()
    await stage.auth.forgotPassword({ email: ada.email, from: stage.from() })
    const { accounts } = await stage.lastMail('password_reset')
    expect(await verify(stage, accounts[0]?.token)).toEqual(invalid)
  })

  it.each([
    ['nothing', ''],
    ['something made up', 'x'.repeat(43)],
  ])('takes no token that is %s', async (_, token) => {
    expect(await verify(createStage(), token)).toEqual(invalid)
  })

  it('is limited for one network', async () => {
    const stage = createStage()
    for (let tried = 0; tried < 600; tried += 1) await verify(stage, '')
    expect(await verify(stage, '')).toEqual({
      kind: 'refused',
      refusal: 'rate_limited',
      retryAfter: 60,
    })
  })
})

function verify({ auth, from }: Stage, token = 'no token') {
  return auth.verifyEmail({ token, from: from() })
}
