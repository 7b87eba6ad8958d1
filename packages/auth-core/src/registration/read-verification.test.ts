import { describe, expect, it } from '@jest/globals'
import { createTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts'

const invalid = { kind: 'refused', refusal: 'verification_token_invalid' }

describe('T-92: asking what a verification mail is about', () => {
  it('tells the account and the organization, and changes nothing', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    const { token } = await environment.lastMail('verify_email')
    for (let asked = 0; asked < 2; asked += 1) {
      expect(await read(environment, token)).toMatchObject({
        kind: 'verification',
        account: { id: ada.accountId, username: ada.username, email: ada.email },
        tenant: { id: 'acme', name: 'Acme Ltd' },
      })
    }
    expect(await environment.account(ada.accountId)).toMatchObject({ emailVerified: false })
  })

  it('tells nothing without a token that holds', async () => {
    const environment = createTestEnvironment()
    await environment.signUp()
    const { token } = await environment.lastMail('verify_email')
    expect(await read(environment, 'x'.repeat(43))).toEqual(invalid)
    environment.ports.clock.advance(7 * 24 * 3600)
    expect(await read(environment, token)).toEqual(invalid)
  })

  it('is limited for one network', async () => {
    const environment = createTestEnvironment()
    for (let asked = 0; asked < 600; asked += 1) await read(environment, '')
    expect(await read(environment, '')).toMatchObject({ refusal: 'rate_limited' })
  })
})

function read({ auth, from }: TestEnvironment, token: string) {
  return auth.readVerification({ token, from: from() })
}
