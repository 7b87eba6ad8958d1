/** "Versioning" of the interface document: what each edition has. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { agents } from '../testing/api.ts'
import { codeIn, tokensIn } from '../testing/mail-server.ts'
import { bearer, confirm, enter, logIn, signUp, switchOtp } from '../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'

const first = [
  '/api/auth/accept-invitation',
  '/api/auth/api-keys',
  '/api/auth/api-keys/{id}',
  '/api/auth/api-keys/{id}/rotate',
  '/api/auth/audit',
  '/api/auth/change-email',
  '/api/auth/change-password',
  '/api/auth/introspect',
  '/api/auth/invitation',
  '/api/auth/kept-session',
  '/api/auth/kept-session/resume',
  '/api/auth/login',
  '/api/auth/logout',
  '/api/auth/me',
  '/api/auth/organization',
  '/api/auth/organization/invitations',
  '/api/auth/organization/invitations/{id}',
  '/api/auth/organization/invitations/{id}/resend',
  '/api/auth/organization/members',
  '/api/auth/organization/members/{user_id}',
  '/api/auth/organization/members/{user_id}/end-sessions',
  '/api/auth/refresh',
  '/api/auth/reopen-organization',
  '/api/auth/resend-otp',
  '/api/auth/resend-verification',
  '/api/auth/select-tenant',
  '/api/auth/sessions',
  '/api/auth/sessions/{id}',
  '/api/auth/signup',
  '/api/auth/tenants/{tenant_id}/audit',
  '/api/auth/tenants/{tenant_id}/organization',
  '/api/auth/tenants/{tenant_id}/organization/invitations',
  '/api/auth/tenants/{tenant_id}/organization/invitations/{id}',
  '/api/auth/tenants/{tenant_id}/organization/invitations/{id}/resend',
  '/api/auth/tenants/{tenant_id}/organization/members',
  '/api/auth/tenants/{tenant_id}/organization/members/{user_id}',
  '/api/auth/tenants/{tenant_id}/organization/members/{user_id}/end-sessions',
  '/api/auth/verification',
  '/api/auth/verify',
  '/api/auth/verify-email',
  '/api/auth/verify-otp',
]

const added = [
  '/api/auth/forgot-password',
  '/api/auth/password-reset',
  '/api/auth/reset-password',
  '/api/auth/tenants',
]

const redirects = ['provider_a', 'provider_b'].flatMap((provider) => [
  `/api/auth/oidc/${provider}`,
  `/api/auth/oidc/${provider}/callback`,
])

describe.each([
  ['1.1.0', { API_EDITION: '1.1.0' }, first],
  ['1.2.0', {}, [...first, ...added, ...redirects].toSorted()],
] as const)('edition %s', (edition, settings, paths) => {
  let environment: TestEnvironment

  beforeAll(async () => {
    environment = await openTestEnvironment(settings)
  })

  afterAll(() => environment.close())

  it('is named in the OpenAPI document, which has its routes and no other', async () => {
    const { status, body } = await environment.api.send('GET', '/openapi.json')
    expect([status, body.info.version]).toEqual([200, edition])
    const own = Object.keys(body.paths).filter((path) => path.startsWith('/api/auth/'))
    expect(own.toSorted()).toEqual(paths)
  })

  it.each(added)('answers at %s as marked', async (path) => {
    const isPart = paths.some((each) => each === path)
    const { status, body } = await environment.api.post(path, {})
    const expected = isPart ? [400, 'validation_failed'] : [404, 'not_found']
    expect([status, body.code]).toEqual(expected)
    const wrong = await environment.api.send('PUT', path)
    const allowed = path === '/api/auth/tenants' ? 'POST, GET' : 'POST'
    expect([wrong.status, wrong.headers.get('allow')]).toEqual(
      isPart ? [405, allowed] : [404, null],
    )
  })

  it.each(redirects)('has no %s while there is no provider', async (path) => {
    const { status, body } = await environment.api.send('GET', path, {
      headers: { 'user-agent': agents.ui },
    })
    expect([status, body.code]).toEqual([404, 'not_found'])
  })

  it('passes nothing of it on to the backend, with a token neither', async () => {
    const { token } = await enter(environment.api, await signUp(environment.api))
    for (const path of [...added, ...redirects]) {
      await environment.api.send('GET', path, { headers: bearer(token) })
    }
    expect(environment.backend.requests).toEqual([])
  })

  it('has everything of edition 1.1.0: sign-up to log-out', async () => {
    const someone = await signUp(environment.api)
    const [confirmation] = tokensIn(await environment.mail.waitFor(someone.email, /confirm/i))
    const confirmed = await confirm(environment.api, someone, confirmation)
    expect(confirmed.status).toBe(200)

    const { session_token, token, user } = await enter(environment.api, someone)
    const { tenant_id } = user
    const selected = await environment.api.post('/api/auth/select-tenant', {
      session_token,
      tenant_id,
    })
    expect(selected.status).toBe(200)
    const { body: refreshed } = await environment.api.post('/api/auth/refresh', { token })
    const headers = bearer(refreshed.token)
    expect((await environment.api.send('GET', '/api/machines', { headers })).status).toBe(200)

    await switchOtp(environment.api, refreshed.token, true)
    const asked = await logIn(environment.api, someone, 'ui')
    const otp_code = codeIn(await environment.mail.waitFor(someone.email, /code/i))
    const { username } = asked.body
    const verified = await environment.api.post('/api/auth/verify-otp', { username, otp_code })
    expect(verified.status).toBe(200)
    const out = await environment.api.send('POST', '/api/auth/logout', {
      headers: bearer(verified.body.token),
    })
    expect(out.status).toBe(200)
  })
})
