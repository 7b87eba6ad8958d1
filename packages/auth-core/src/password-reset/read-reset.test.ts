import { describe, expect, it } from '@jest/globals'
import { createTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts'

const invalid = { kind: 'refused', refusal: 'reset_token_invalid' }

describe('T-18: asking what a reset mail is about', () => {
  it('tells the account and the organization, and leaves the token as good as it was', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    const token = await resetTokenOf(environment, ada.email)
    for (let asked = 0; asked < 2; asked += 1) {
      expect(await read(environment, token)).toMatchObject({
        kind: 'reset',
        account: { id: ada.accountId, username: ada.username, email: ada.email },
        tenant: { id: 'acme', name: 'Acme Ltd' },
      })
    }
    const { auth, from } = environment
    const reset = { resetToken: token, newPassword: 'another-password-1', from: from() }
    expect(await auth.resetPassword(reset)).toEqual({ kind: 'password_reset' })
    expect(await read(environment, token)).toEqual(invalid)
  })

  it('tells nothing without a token that holds', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    const token = await resetTokenOf(environment, ada.email)
    expect(await read(environment, 'x'.repeat(43))).toEqual(invalid)
    environment.ports.clock.advance(30 * 60)
    expect(await read(environment, token)).toEqual(invalid)
  })

  it('is limited for one network', async () => {
    const environment = createTestEnvironment()
    for (let asked = 0; asked < 600; asked += 1) await read(environment, '')
    expect(await read(environment, '')).toMatchObject({ refusal: 'rate_limited' })
  })
})

async function resetTokenOf({ auth, from, lastMail }: TestEnvironment, email: string) {
  await auth.forgotPassword({ email, from: from() })
  const { accounts } = await lastMail('password_reset')
  return accounts[0]?.token ?? ''
}

function read({ auth, from }: TestEnvironment, resetToken: string) {
  return auth.readReset({ resetToken, from: from() })
}
