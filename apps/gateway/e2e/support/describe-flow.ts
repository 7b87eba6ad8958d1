import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { agents } from '../../testing/api.ts'
import { codeIn, tokensIn } from '../../testing/mail-server.ts'
import { bearer, confirm, enter, logIn, person, signUp } from '../../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts'

/** A Keycloak that serves several tests, or one twice, has organizations of them all. */
const tag = randomBytes(4).toString('hex')

/** Everything a person does, whatever the credential store is. @param openIt Sets the environment. */
export function describeFlow(openIt: () => Promise<TestEnvironment> = openTestEnvironment): void {
  let environment: TestEnvironment

  beforeAll(async () => {
    environment = await openIt()
  })

  afterAll(() => environment?.close())

  describe('one email in three organizations', () => {
    const email = 'grace@example.com'
    const first = person({ email, organization_name: `Navy ${tag}`, company_name: 'The Navy' })
    const second = person({
      email,
      organization_name: `Eckert Mauchly ${tag}`,
      company_name: 'EMCC',
    })
    const third = person({
      email,
      password: first.password,
      organization_name: `Vassar ${tag}`,
      company_name: 'Vassar College',
    })

    it('signs up', async () => {
      for (const someone of [first, second, third]) {
        const answer = await environment.api.post('/api/auth/signup', someone)
        expect(answer.status).toBe(201)
        expect(answer.body).toEqual({
          message: expect.any(String),
          user_id: expect.any(String),
          username: someone.username,
          organization: someone.company_name,
        })
      }
    })

    it('confirms its address with the link from the mail, once', async () => {
      const mail = await environment.mail.waitFor(email, /confirm/i, first.company_name)
      const [token] = tokensIn(mail)
      expect((await confirm(environment.api, first, token)).status).toBe(200)
      const again = await confirm(environment.api, first, token)
      expect([again.status, again.body.code]).toEqual([400, 'verification_token_invalid'])
    })

    it('logs in from the command line into the one organization with that password', async () => {
      const { status, body } = await logIn(environment.api, second)
      expect(status).toBe(200)
      expect(body.expires_in).toBe(86_400)
      expect(body.available_tenants.map((each: { tenant_id: string }) => each.tenant_id)).toEqual([
        `eckert-mauchly-${tag}`,
      ])
      expect(body.user).toMatchObject({ email, role: 'company_admin', tenant_name: 'EMCC' })
    })

    it('picks one of the two with the other password, and gets a code as a browser', async () => {
      await switchOtpOn()
      const choice = await logIn(environment.api, first, 'ui')
      expect(choice.body).toEqual({
        requires_tenant_selection: true,
        tenants: [`navy-${tag}`, `vassar-${tag}`].map((tenant_id) =>
          expect.objectContaining({ tenant_id }),
        ),
        session_token: expect.any(String),
      })
      const { session_token } = choice.body
      const selected = await environment.api.post(
        '/api/auth/select-tenant',
        { session_token, tenant_id: `vassar-${tag}` },
        { 'user-agent': agents.ui },
      )
      expect(selected.body).toEqual({
        message: expect.any(String),
        requires_otp: true,
        username: third.username,
        otp_expires_in_min: 5,
        resend_after: expect.any(Number),
      })
      const code = codeIn(await environment.mail.waitFor(email, /code/i))
      const verified = await environment.api.post('/api/auth/verify-otp', {
        username: third.username,
        otp_code: code,
      })
      expect(verified.status).toBe(200)
      expect(verified.body.user.tenant_id).toBe(`vassar-${tag}`)
    })

    async function switchOtpOn(): Promise<void> {
      const { body } = await logIn(environment.api, first)
      const { session_token } = body
      const entered = await environment.api.post('/api/auth/select-tenant', {
        session_token,
        tenant_id: `vassar-${tag}`,
      })
      const changed = await environment.api.send('PATCH', '/api/auth/organization', {
        body: { otp_enabled: true },
        headers: bearer(entered.body.token),
      })
      expect(changed.body).toMatchObject({ tenant_id: `vassar-${tag}`, otp_enabled: true })
    }
  })

  describe('a stranger who plants an organization with somebody else’s email (T-16)', () => {
    it('is offered the planted one alone', async () => {
      const victim = await signUp(environment.api)
      const planted = await signUp(environment.api, { email: victim.email })
      const { body } = await logIn(environment.api, planted)
      expect(body.available_tenants).toEqual([
        expect.objectContaining({ tenant_name: planted.company_name }),
      ])
      const { session_token } = body
      const taken = await environment.api.post('/api/auth/select-tenant', {
        session_token,
        tenant_id: victim.organization_name.toLowerCase().replaceAll(' ', '-'),
      })
      expect([taken.status, taken.body.code]).toEqual([403, 'tenant_not_offered'])
    })
  })

  describe('T-92: an address with which a stranger signed up', () => {
    it('is confirmed by its owner with a new password, and the stranger keeps nothing', async () => {
      const planted = await signUp(environment.api)
      const { api } = environment
      const stranger = await enter(api, planted)
      const [token] = tokensIn(await environment.mail.waitFor(planted.email, /confirm/i))
      const about = await api.post('/api/auth/verification', { token })
      expect(about.body).toEqual({
        purpose: 'verify_email',
        organization: planted.company_name,
        username: planted.username,
        email: planted.email,
      })
      const alone = await api.post('/api/auth/verify-email', { token })
      expect([alone.status, alone.body.code]).toEqual([400, 'validation_failed'])
      const wrong = await confirm(api, { password: 'not the one' }, token)
      expect([wrong.status, wrong.body.code]).toEqual([401, 'invalid_credentials'])

      const password = 'the owner chooses this'
      const owned = await api.post('/api/auth/verify-email', { token, new_password: password })
      expect(owned.status).toBe(200)
      expect((await logIn(api, planted)).status).toBe(401)
      const refreshed = await api.post('/api/auth/refresh', { token: stranger.token })
      expect(refreshed.body.code).toBe('session_ended')
      const { user } = await enter(api, { ...planted, password })
      expect(user).toMatchObject({ id: stranger.user.id, email_verified: true })
      expect(user.api_key).not.toBe(stranger.user.api_key)
    })

    it('is confirmed while signed in, with a mail that was sent again', async () => {
      const someone = await signUp(environment.api)
      const { token: session } = await enter(environment.api, someone)
      const headers = bearer(session)
      const resent = await environment.api.send('POST', '/api/auth/resend-verification', {
        headers,
      })
      expect([resent.status, resent.body.resend_after]).toEqual([200, 60])
      const soon = await environment.api.send('POST', '/api/auth/resend-verification', { headers })
      expect(soon.status).toBe(429)
      const [token] = tokensIn(await environment.mail.waitFor(someone.email, /confirm/i, 2))
      const confirmed = await environment.api.post('/api/auth/verify-email', { token }, headers)
      expect(confirmed.status).toBe(200)
    })
  })

  describe('a token', () => {
    it('opens the machine backend, which is told who asks', async () => {
      const someone = await signUp(environment.api)
      const { body } = await logIn(environment.api, someone)
      const answer = await environment.api.send('GET', '/api/machines', {
        headers: bearer(body.token),
      })
      expect([answer.status, answer.body]).toEqual([200, 'ok'])
      expect(environment.backend.requests.at(-1)?.headers).toMatchObject({
        'x-gatehouse-username': someone.username,
        'x-gatehouse-role': 'company_admin',
        'x-gatehouse-source': 'cli',
      })
    })

    it('is renewed, and after logging out stays usable but is not renewed again', async () => {
      const someone = await signUp(environment.api)
      const { token } = (await logIn(environment.api, someone)).body
      const renewed = await environment.api.post('/api/auth/refresh', { token })
      expect(renewed.body).toEqual({ token: expect.any(String), expires_in: 86_400 })
      const out = await environment.api.send('POST', '/api/auth/logout', {
        headers: bearer(renewed.body.token),
      })
      expect([out.status, Object.keys(out.body)]).toEqual([200, ['message']])
      const used = await environment.api.send('GET', '/api/machines', { headers: bearer(token) })
      expect(used.status).toBe(200)
      const again = await environment.api.post('/api/auth/refresh', { token: renewed.body.token })
      expect([again.status, again.body.code]).toEqual([401, 'session_ended'])
    })
  })

  describe('a forgotten password', () => {
    it('is replaced with the token from the mail, which ends what the old one opened', async () => {
      const someone = await signUp(environment.api)
      const { token } = (await logIn(environment.api, someone)).body
      const unknown = await environment.api.post('/api/auth/forgot-password', {
        email: 'no@example.com',
      })
      const known = await environment.api.post('/api/auth/forgot-password', {
        email: someone.email,
      })
      expect([known.status, known.body]).toEqual([200, unknown.body])

      const [reset_token] = tokensIn(await environment.mail.waitFor(someone.email, /new password/i))
      const password = 'a wholly different phrase'
      const reset = { reset_token, new_password: password }
      expect((await environment.api.post('/api/auth/reset-password', reset)).status).toBe(200)
      const twice = await environment.api.post('/api/auth/reset-password', reset)
      expect([twice.status, twice.body.code]).toEqual([400, 'reset_token_invalid'])

      expect((await logIn(environment.api, someone)).status).toBe(401)
      expect((await logIn(environment.api, { ...someone, password })).status).toBe(200)
      expect((await environment.api.post('/api/auth/refresh', { token })).body.code).toBe(
        'session_ended',
      )
      const used = await environment.api.send('GET', '/api/machines', { headers: bearer(token) })
      expect([used.status, used.body.code]).toEqual([401, 'session_ended'])
      await environment.mail.waitFor(someone.email, /changed/i)
    })
  })
}
