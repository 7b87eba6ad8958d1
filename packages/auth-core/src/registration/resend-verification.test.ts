import { describe, expect, it } from '@jest/globals'
import {
  createTestEnvironment,
  outcomeOf,
  type TestEnvironment,
} from '../../testing/test-environment.ts'

const resent = { kind: 'verification_resent', resendAfter: 60 }

describe('asking for the verification mail once more', () => {
  it('sends another link, and leaves the first one good', async () => {
    const { environment, token } = await signedIn()
    expect(await resend(environment, token)).toEqual(resent)
    const [first, second] = await environment.mails('verify_email')
    expect(second).toMatchObject({ to: first?.to, organization: 'Acme Ltd' })
    expect(second?.token).not.toBe(first?.token)
    for (const mail of [first, second]) {
      const query = { token: mail?.token ?? '', from: environment.from() }
      expect(await environment.auth.readVerification(query)).toMatchObject({ kind: 'verification' })
    }
    expect(await environment.audit('verification_resent')).toHaveLength(1)
  })

  it('sends none once the address is confirmed', async () => {
    const { environment, ada, token } = await signedIn()
    await environment.changeAccount(ada.accountId, { emailVerified: true })
    expect(await resend(environment, token)).toEqual(resent)
    expect(await environment.mails('verify_email')).toHaveLength(1)
  })

  it('needs a pause of a minute', async () => {
    const { environment, token } = await signedIn()
    await resend(environment, token)
    environment.ports.clock.advance(59)
    expect(await resend(environment, token)).toMatchObject({
      refusal: 'rate_limited',
      retryAfter: 1,
    })
    environment.ports.clock.advance(1)
    expect(await resend(environment, token)).toEqual(resent)
  })

  it('T-99: ends after five mails to one address in a day', async () => {
    const { environment, token } = await signedIn()
    for (let sent = 0; sent < 5; sent += 1) {
      expect(await resend(environment, token)).toEqual(resent)
      environment.ports.clock.advance(60)
    }
    expect(await resend(environment, token)).toMatchObject({ refusal: 'rate_limited' })
    expect(await environment.mails('verify_email')).toHaveLength(6)
  })

  it('needs a session that goes on', async () => {
    const { environment, token } = await signedIn()
    await environment.auth.logOut({ token, from: environment.from() })
    expect(await resend(environment, token)).toMatchObject({ refusal: 'session_ended' })
    expect(await resend(environment, 'none')).toMatchObject({ refusal: 'token_invalid' })
    expect(await environment.mails('verify_email')).toHaveLength(1)
  })
})

async function signedIn() {
  const environment = createTestEnvironment()
  const ada = await environment.signUp()
  const { token } = outcomeOf('authenticated', await environment.logIn(ada))
  return { environment, ada, token }
}

function resend({ auth, from }: TestEnvironment, token: string) {
  return auth.resendVerification({ token, from: from() })
}
