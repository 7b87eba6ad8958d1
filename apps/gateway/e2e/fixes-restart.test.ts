/** Fixes of edition 1.2.0: a rotation that fell due while the gateway was down, and reset tokens. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { tokensIn } from '../testing/mail-server.ts'
import { bearer, enter, logIn, type Person, signUp } from '../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'
import { readToken } from '../testing/tokens.ts'
import { records } from './support/records.ts'

const dayMs = 24 * 3600 * 1000

describe('after a start', () => {
  let environment: TestEnvironment
  let someone: Person
  let token: string
  let resetToken: string

  beforeAll(async () => {
    environment = await openTestEnvironment()
    someone = await signUp(environment.api)
    token = (await enter(environment.api, someone)).token
    await environment.api.post('/api/auth/forgot-password', { email: someone.email })
    const mail = await environment.mail.waitFor(someone.email, /new password/i)
    resetToken = tokensIn(mail)[0] ?? ''
    expect(mail.html).toContain(`#token=${resetToken}"`)
  })

  afterAll(() => environment.close())

  it('rotates no key that was not due', async () => {
    await startAgainAfter(89)
    expect(await newestKey()).toBe(readToken(token).header.kid)
  })

  it('has rotated a key that fell due in the meantime, and keeps sessions', async () => {
    await startAgainAfter(1)
    expect(await newestKey()).not.toBe(readToken(token).header.kid)
    const headers = bearer(token)
    expect((await environment.api.send('GET', '/api/machines', { headers })).status).toBe(200)
    const refreshed = await environment.api.post('/api/auth/refresh', { token })
    expect(refreshed.status).toBe(200)
    expect(readToken(refreshed.body.token).header.kid).toBe(await newestKey())
  })

  it('takes the reset token as it stands in the mail', async () => {
    const password = 'a wholly different phrase'
    const reset = { reset_token: resetToken, new_password: password }
    expect((await environment.api.post('/api/auth/reset-password', reset)).status).toBe(200)
    expect((await logIn(environment.api, { ...someone, password })).status).toBe(200)
    expect((await logIn(environment.api, someone)).status).toBe(401)
  })

  /** As if the gateway had been down for days. Keys change every 90. */
  async function startAgainAfter(days: number): Promise<void> {
    await environment.gateway().stop()
    records(environment, 'update signing_keys set active_from = active_from - ?', days * dayMs)
    await environment.restart()
  }

  async function newestKey(): Promise<unknown> {
    return readToken((await enter(environment.api, someone)).token).header.kid
  }
})
