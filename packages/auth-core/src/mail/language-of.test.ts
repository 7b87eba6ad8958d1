import { describe, expect, it } from '@jest/globals'
import { createTestEnvironment } from '../../testing/test-environment.ts'

describe('the language of mails', () => {
  it('is that of the sign-up', async () => {
    const { environment } = await signedUp('de')
    expect(await environment.lastMail('verify_email')).toMatchObject({ language: 'de' })
  })

  it('is that of the account, whoever asks for the mail in which one', async () => {
    const { environment, ada } = await signedUp('de')
    const from = environment.from({ language: 'en' })
    await environment.auth.forgotPassword({ email: ada.email, from })
    expect(await environment.lastMail('password_reset')).toMatchObject({ language: 'de' })
  })

  it('becomes that of a sign-in, but not of one whose program asks for none', async () => {
    const { environment, ada } = await signedUp('de')
    await environment.logIn(ada, { language: 'en' })
    expect(await environment.account(ada.accountId)).toMatchObject({ language: 'en' })
    await environment.logIn(ada, { client: 'cli' })
    expect(await environment.account(ada.accountId)).toMatchObject({ language: 'en' })
  })

  it('does not change by a wrong password', async () => {
    const { environment, ada } = await signedUp('de')
    await environment.logIn({ ...ada, password: 'guessed wrong' }, { language: 'en' })
    expect(await environment.account(ada.accountId)).toMatchObject({ language: 'de' })
  })

  it('is that of the request for a code, where the account has none', async () => {
    const { environment, ada } = await signedUp(undefined)
    await environment.changeTenant(ada.tenantId, { otpEnabled: true })
    await environment.logIn(ada, { language: 'de' })
    expect(await environment.lastMail('otp')).toMatchObject({ language: 'de' })
    environment.ports.clock.advance(31)
    await environment.logIn(ada, { language: 'en' })
    expect(await environment.lastMail('otp')).toMatchObject({ language: 'en' })
  })
})

async function signedUp(language: string | undefined) {
  const environment = createTestEnvironment()
  const from = environment.from({ language })
  return { environment, ada: await environment.signUp({ from }) }
}
