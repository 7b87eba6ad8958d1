/** Sign-in with a provider, over HTTP as a browser speaks it, at the certified provider. */

import { visitByFetch } from '@gatehouse/oidc/testing'
import { eventually } from '@gatehouse/test-services'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import urls from '../src/edge/fixtures/url-inputs.json' with { type: 'json' }
import { agents } from '../testing/api.ts'
import { inParallel } from '../testing/in-parallel.ts'
import { codeIn } from '../testing/mail-server.ts'
import { bearer, enter, logIn, signUp, switchOtp } from '../testing/people.ts'
import { readToken } from '../testing/tokens.ts'
import { unlimited } from '../testing/unlimited.ts'
import { createCookieJar } from './support/cookie-jar.ts'
import {
  handedOver,
  type OidcEnvironment,
  openOidcEnvironment,
} from './support/oidc-environment.ts'
import { records } from './support/records.ts'

let environment: OidcEnvironment

beforeAll(async () => {
  environment = await openOidcEnvironment(unlimited)
})

afterAll(() => environment.close())

describe('somebody with one organization', () => {
  it('gets a token in the fragment, which opens the backend, and source is ui', async () => {
    const someone = await environment.signUpVerified()
    environment.b.people.set('one', { email: someone.email, email_verified: true })
    const response = await environment.arrive({ login: 'one' })
    expect(response.status).toBe(303)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(await response.text()).toBe('')
    const { page, token = '', expires_in, session_token } = handedOver(response)
    expect([page, expires_in]).toEqual([`${environment.base}/dashboard`, '86400'])
    expect(session_token).toMatch(/^ey/)
    expect(readToken(token).claims).toMatchObject({ username: someone.username, source: 'ui' })
    const machines = await environment.api.send('GET', '/api/machines', { headers: bearer(token) })
    expect(machines.status).toBe(200)
    const { status } = await environment.api.post('/api/auth/refresh', { token })
    expect(status).toBe(200)
  })

  it('T-22: comes in from Entra with xms_edov, and not without', async () => {
    const someone = await environment.signUpVerified()
    const tid = '3f0c2a52-9a4e-4c70-8a51-6a2d2f1b7c11'
    environment.a.people.set('entra', { email: someone.email, tid, xms_edov: true })
    environment.a.people.set('planted', { email: someone.email, tid })
    environment.a.people.set('named', {
      upn: someone.email,
      preferred_username: someone.email,
      tid,
    })
    const arrive = (login: string) => environment.arrive({ login, provider: 'provider_a' })
    expect(errorOf(await arrive('planted'))).toBe('oidc_no_account')
    expect(errorOf(await arrive('named'))).toBe('oidc_no_account')
    expect(handedOver(await arrive('entra')).page).toBe(`${environment.base}/dashboard`)
  })
})

describe('T-49: somebody with several organizations', () => {
  it('picks one, is asked for its code, and stays ui', async () => {
    const first = await environment.signUpVerified()
    const second = await environment.signUpVerified({ email: first.email })
    const { token, user } = await enter(environment.api, second)
    await switchOtp(environment.api, token, true)
    environment.b.people.set('several', { email: first.email, email_verified: 'true' })

    const { page, session_token, ...rest } = handedOver(
      await environment.arrive({ login: 'several' }),
    )
    expect([page, rest]).toEqual([`${environment.base}/workspaces`, {}])
    const listed = await environment.api.post('/api/auth/tenants', { session_token })
    expect(listed.status).toBe(200)
    expect(listed.body.tenants).toEqual(
      [first, second].map(({ username, company_name }) => ({
        tenant_id: expect.any(String),
        tenant_name: company_name,
        username,
        user_id: expect.any(String),
      })),
    )
    // A command line cannot redeem what a browser was given.
    const asCli = { 'user-agent': agents.cli }
    const choice = { session_token, tenant_id: user.tenant_id }
    const asked = await environment.api.post('/api/auth/select-tenant', choice, asCli)
    expect(asked.body).toMatchObject({ requires_otp: true, username: second.username })
    const otp_code = codeIn(await environment.mail.waitFor(first.email, /code/i))
    const verified = await environment.api.post('/api/auth/verify-otp', {
      username: second.username,
      otp_code,
      session_token,
    })
    expect(readToken(verified.body.token).claims).toMatchObject({
      source: 'ui',
      tenant_id: user.tenant_id,
    })
  })
})

describe('T-49, T-22: nobody', () => {
  it.each([
    ['has no account', { email: 'nobody@example.com', email_verified: true }, 'no_account'],
    ['gives no address', {}, 'email_missing'],
    ['gives one that is not confirmed', { email_verified: false }, 'email_not_verified'],
    ['gives one of which nothing is said', { email_verified: undefined }, 'email_not_verified'],
  ])('who %s is let in, and nothing is made', async (_, changes, reason) => {
    const someone = await environment.signUpVerified()
    const before = counts()
    const claims = 'email_verified' in changes ? { email: someone.email, ...changes } : changes
    environment.b.people.set('nobody', claims)
    const response = await environment.arrive({ login: 'nobody' })
    expect(errorOf(response)).toBe('oidc_no_account')
    expect(counts()).toEqual(before)
    expect(lastAudit()).toMatchObject({ outcome: 'refused', detail: { reason } })
    const warning = await eventually('a warning in the log', () => warningWith(reason))
    expect(warning).toMatchObject({ code: 'oidc_no_account', request_id: expect.any(String) })
  })

  it('comes in by an address that somebody else came in by before', async () => {
    const someone = await environment.signUpVerified()
    const claims = { email: someone.email, email_verified: true }
    environment.b.people.set('first', claims)
    environment.b.people.set('second', claims)
    expect(errorOf(await environment.arrive({ login: 'first' }))).toBeNull()
    expect(errorOf(await environment.arrive({ login: 'second' }))).toBe('oidc_no_account')
    expect(lastAudit()).toMatchObject({ detail: { reason: 'subject_changed', subject: 'second' } })
    expect(errorOf(await environment.arrive({ login: 'first' }))).toBeNull()
  })

  it('who is disabled comes in', async () => {
    const someone = await environment.signUpVerified()
    records(
      environment,
      "update accounts set standing = 'disabled' where username = ?",
      someone.username,
    )
    environment.b.people.set('disabled', { email: someone.email, email_verified: true })
    expect(errorOf(await environment.arrive({ login: 'disabled' }))).toBe('oidc_no_account')
    expect(lastAudit()).toMatchObject({ detail: { reason: 'account_disabled' } })
  })
})

describe('T-17: an organization planted with somebody else’s address', () => {
  it('is theirs when they come, and the stranger’s no more', async () => {
    const planted = await signUp(environment.api)
    const stranger = await enter(environment.api, planted)
    environment.b.people.set('victim', { email: planted.email, email_verified: true })
    const { token = '' } = handedOver(await environment.arrive({ login: 'victim' }))
    expect(readToken(token).claims).toMatchObject({ username: planted.username })
    expect((await logIn(environment.api, planted)).status).toBe(401)
    const { status, body } = await environment.api.post('/api/auth/refresh', {
      token: stranger.token,
    })
    expect([status, body.code]).toEqual([401, 'session_ended'])
    const used = await environment.api.send('GET', '/api/machines', {
      headers: bearer(stranger.token),
    })
    expect([used.status, used.body.code]).toEqual([401, 'session_ended'])
    const mail = await environment.mail.waitFor(planted.email, /old password/i)
    expect(mail.text).toContain(planted.username)
    const [{ api_key } = {}] = records(
      environment,
      'select api_key from accounts where username = ?',
      planted.username,
    )
    expect(api_key).not.toContain(stranger.user.api_key)
  })

  it('is not offered beside one that is theirs', async () => {
    const own = await environment.signUpVerified()
    await signUp(environment.api, { email: own.email })
    environment.b.people.set('owner', { email: own.email, email_verified: true })
    const { token = '' } = handedOver(await environment.arrive({ login: 'owner' }))
    expect(readToken(token).claims).toMatchObject({ username: own.username })
  })
})

describe('T-44: a callback', () => {
  it('works once, however often it is opened', async () => {
    const someone = await environment.signUpVerified()
    environment.b.people.set('twice', { email: someone.email, email_verified: true })
    const jar = createCookieJar()
    const { query, callback } = await goThrough(jar, 'twice')
    const [name = ''] = jar.names()
    const redeemed = environment.b.tokenRequests()
    const once = await jar.get(`${callback}?${query}`)
    expect(handedOver(once).token).toMatch(/^ey/)
    expect(jar.names()).not.toContain(name)
    expect(errorOf(await jar.get(`${callback}?${query}`))).toBe('oidc_expired')
    expect(environment.b.tokenRequests()).toBe(redeemed + 1)
  })

  it('works once of two at the same time, with the same cookie', async () => {
    const someone = await environment.signUpVerified()
    environment.b.people.set('parallel', { email: someone.email, email_verified: true })
    const jar = createCookieJar()
    const { query, callback } = await goThrough(jar, 'parallel')
    const redeemed = environment.b.tokenRequests()
    const both = await Promise.all([1, 2].map(() => jar.get(`${callback}?${query}`)))
    expect(both.map(errorOf).toSorted()).toEqual([null, 'oidc_expired'].toSorted())
    expect(environment.b.tokenRequests()).toBe(redeemed + 1)
  })

  it('works in the browser that began alone', async () => {
    const { query, callback } = await goThrough(createCookieJar(), 'elsewhere')
    const before = lastAudit()
    expect(errorOf(await createCookieJar().get(`${callback}?${query}`))).toBe('oidc_expired')
    expect(lastAudit()).toEqual(before)
  })

  it('T-45: of one provider does not work at the other', async () => {
    const jar = createCookieJar()
    const { query, callback } = await goThrough(jar, 'mixed')
    const other = callback.replace('provider_b', 'provider_a')
    expect(errorOf(await jar.get(`${other}?${query}`))).toBe('oidc_expired')
    expect(lastAudit()).toMatchObject({ detail: { reason: 'attempt_of_other_provider' } })
  })

  it('T-45: that names another issuer is rejected before anything is redeemed', async () => {
    const jar = createCookieJar()
    const { query, callback } = await goThrough(jar, 'issuer')
    const redeemed = environment.b.tokenRequests()
    const forged = new URLSearchParams(query)
    forged.set('iss', 'https://evil.example')
    expect(errorOf(await jar.get(`${callback}?${forged}`))).toBe('oidc_rejected')
    expect(environment.b.tokenRequests()).toBe(redeemed)
  })

  it('with two codes, without state or with nothing at all ends at the sign-in page', async () => {
    const jar = createCookieJar()
    const { query, callback } = await goThrough(jar, 'odd')
    for (const odd of ['', '?', '?code=a', '?state=a', '?state[]=a&code=b', '?error=x']) {
      expect(errorOf(await jar.get(`${callback}${odd}`))).toBe('oidc_expired')
    }
    expect(errorOf(await jar.get(`${callback}?${query}&code=b`))).toBe('oidc_rejected')
  })

  it('of somebody who said no ends at the sign-in page', async () => {
    const jar = createCookieJar()
    const { query, callback } = await goThrough(jar, 'no', { act: 'cancel' })
    const response = await jar.get(`${callback}?${query}`)
    expect(errorOf(response)).toBe('oidc_cancelled')
  })

  it.each([
    ['oidc_expired', 400, { act: 'enter', login: 'used' }],
    ['oidc_cancelled', 403, { act: 'cancel' }],
    ['oidc_no_account', 404, { act: 'enter', login: 'unknown' }],
  ])('is a documented problem for a program: %s', async (code, status, form) => {
    const jar = createCookieJar()
    const { query, callback } = await goThrough(jar, 'program', form)
    if (code === 'oidc_expired') await jar.get(`${callback}?${query}`)
    const accept = { accept: 'application/json' }
    const response = await jar.get(`${callback}?${query}`, accept)
    const body: unknown = await response.json()
    expect([response.status, Reflect.get(Object(body), 'code')]).toEqual([status, code])
    const documented = await environment.api.send('GET', '/openapi.json')
    const { responses } = documented.body.paths['/api/auth/oidc/provider_b/callback'].get
    expect(JSON.stringify(responses[status])).toContain(code)
  })
})

describe('T-46: the way to a provider', () => {
  it('leads back to the configured address, whatever the request says', async () => {
    const jar = createCookieJar()
    const response = await jar.get(
      `${environment.base}/api/auth/oidc/provider_a?return_to=//evil.example`,
      {
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
        forwarded: 'host=evil.example;proto=https',
      },
    )
    const { origin, searchParams } = new URL(response.headers.get('location') ?? '')
    expect(origin).toBe(new URL(environment.a.issuer).origin)
    expect(searchParams.get('redirect_uri')).toBe(
      `${environment.base}/api/auth/oidc/provider_a/callback`,
    )
    expect(searchParams.get('code_challenge_method')).toBe('S256')
    expect([...searchParams.values()].join()).not.toContain('evil')
  })

  it('T-47: is the same for whatever URL parsers take an address in the query for', async () => {
    const provider = new URL(environment.a.issuer).origin
    const back = `${environment.base}/api/auth/oidc/provider_a/callback`
    const astray = await inParallel(urls, async (url) => {
      const names = ['return_to', 'redirect', 'next', 'redirect_uri']
      const query = new URLSearchParams(Object.fromEntries(names.map((name) => [name, url])))
      const start = `${environment.base}/api/auth/oidc/provider_a?${query}`
      const { headers } = await fetch(start, { redirect: 'manual' })
      const { origin, searchParams } = new URL(headers.get('location') ?? 'none:')
      return origin === provider && searchParams.get('redirect_uri') === back ? [] : [url]
    })
    expect(astray.flat()).toEqual([])
  })
})

describe('what is printed and stored', () => {
  it('T-48, T-82: has no code, no state and no token of a sign-in', async () => {
    const someone = await environment.signUpVerified()
    environment.b.people.set('logged', { email: someone.email, email_verified: true })
    const jar = createCookieJar()
    const { query, callback } = await goThrough(jar, 'logged')
    const { token = '', session_token = '' } = handedOver(await jar.get(`${callback}?${query}`))
    const parameters = new URLSearchParams(query)
    const secrets = [token, session_token, parameters.get('code'), parameters.get('state')]
    const printed = environment.gateway().output.join('\n')
    for (const secret of secrets) {
      expect(secret?.length).toBeGreaterThan(20)
      expect(printed.includes(secret ?? '')).toBe(false)
    }
    const audit = JSON.stringify(records(environment, 'select * from audit_log'))
    for (const secret of [...secrets, 'long enough']) {
      expect(audit.includes(secret ?? '')).toBe(false)
    }
  })
})

/** Through the provider, up to the callback. */
async function goThrough(
  jar: ReturnType<typeof createCookieJar>,
  login: string,
  form: Readonly<Record<string, string>> = { act: 'enter', login },
) {
  const callback = `${environment.base}/api/auth/oidc/provider_b/callback`
  const query = await visitByFetch(await environment.start(jar), { backAt: callback, form })
  return { query, callback }
}

/** The code with which a browser arrives at the sign-in page; `null` if it goes elsewhere. */
function errorOf({ headers }: Response): string | null {
  const { origin, pathname, searchParams } = new URL(headers.get('location') ?? '')
  return origin + pathname === `${environment.base}/login` ? searchParams.get('error') : null
}

function counts() {
  const tables = ['accounts', 'tenants', 'local_users', 'sessions', 'external_identities', 'outbox']
  return tables.map((table) => records(environment, `select count(*) as n from ${table}`)[0]?.n)
}

function lastAudit() {
  const [{ detail, ...event } = { detail: '{}' }] = records(
    environment,
    "select * from audit_log where kind = 'login' order by seq desc limit 1",
  )
  return { ...event, detail: JSON.parse(String(detail)) as unknown }
}

function warningWith(reason: string): unknown {
  const marks = ['provider login refused', 'provider_b', `"reason":"${reason}"`]
  const isIt = (line: string) => marks.every((mark) => line.includes(mark))
  const line = environment.gateway().output.find(isIt)
  return line === undefined ? undefined : JSON.parse(line)
}
