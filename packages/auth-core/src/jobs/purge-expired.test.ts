import { describe, expect, it } from '@jest/globals'
import { createStage, outcomeOf, type Stage } from '../../testing/stage.ts'
import { tidy } from './purge-expired.ts'

const day = 86_400

describe('tidying', () => {
  it('removes an OTP challenge once it has expired', async () => {
    const stage = createStage({ settings: { otpDefault: true } })
    const ada = await stage.signUp()
    await stage.logIn(ada)
    const challenge = () => read(stage, (tx) => tx.otpChallenges.findByAccount(ada.accountId))
    await tidyAfter(stage, 299)
    expect(await challenge()).toBeDefined()
    await tidyAfter(stage, 1)
    expect(await challenge()).toBeUndefined()
  })

  it('removes the token of a mail once it has expired', async () => {
    const stage = createStage()
    const ada = await stage.signUp()
    await stage.auth.forgotPassword({ email: ada.email, from: stage.from() })
    const newest = () =>
      read(stage, (tx) => tx.oneTimeTokens.findNewest('reset_password', ada.accountId))
    await tidyAfter(stage, 1799)
    expect(await newest()).toBeDefined()
    await tidyAfter(stage, 1)
    expect(await newest()).toBeUndefined()
  })

  it('keeps a session for a day after its last token has expired', async () => {
    const stage = createStage()
    const { token } = outcomeOf('authenticated', await stage.logIn(await stage.signUp()))
    const { claims } = outcomeOf(
      'authenticated',
      stage.auth.authenticate(token, stage.ports.clock.now()),
    )
    const session = () => read(stage, (tx) => tx.sessions.find(claims.sessionId))
    await tidyAfter(stage, 2 * day)
    expect(await session()).toBeDefined()
    await tidyAfter(stage, 0.001)
    expect(await session()).toBeUndefined()
  })

  it('never removes the session of a token that can still be refreshed', async () => {
    const stage = createStage()
    let { token } = outcomeOf('authenticated', await stage.logIn(await stage.signUp()))
    for (let days = 0; days < 29; days += 1) {
      await tidyAfter(stage, day - 1)
      token = outcomeOf('refreshed', await stage.auth.refresh({ token, from: stage.from() })).token
    }
  })

  it('keeps a mail for a day after it was sent, and one that waits for as long as it does', async () => {
    const stage = createStage()
    const { accountId } = await stage.signUp()
    const count = () =>
      read(stage, (tx) => tx.outbox.countSince(accountId, 'verify_email', new Date(0)))
    await tidyAfter(stage, 3 * day)
    await stage.mails('verify_email')
    await tidyAfter(stage, day)
    expect(await count()).toBe(1)
    await tidyAfter(stage, 0.001)
    expect(await count()).toBe(0)
  })

  it('leaves accounts, tenants and the audit log alone', async () => {
    const stage = createStage()
    const ada = await stage.signUp()
    await tidyAfter(stage, 365 * day)
    expect(await stage.logIn(ada)).toMatchObject({ kind: 'authenticated' })
    expect(await stage.audit('signed_up')).toHaveLength(1)
  })
})

function tidyAfter({ ports }: Stage, seconds: number): Promise<void> {
  ports.clock.advance(seconds)
  return tidy(ports)
}

function read<Result>(
  { ports }: Stage,
  work: Parameters<typeof ports.store.transaction<Result>>[0],
): Promise<Result> {
  return ports.store.transaction(work)
}
