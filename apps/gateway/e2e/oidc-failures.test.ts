/** Providers that are down, slow, wrong or hostile: each sign-in ends, and nothing is made. */
import type { RequestListener } from 'node:http'
import { createSealer } from '@gatehouse/crypto'
import { type FakeProvider, startFakeProvider } from '@gatehouse/oidc/testing'
import { eventually, freePort } from '@gatehouse/test-services'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { signUp } from '../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'
import { unlimited } from '../testing/unlimited.ts'
import { createCookieJar } from './support/cookie-jar.ts'
import { records } from './support/records.ts'

const client = { clientId: 'gateway', clientSecret: 'a secret of 32 or more characters' }
const masterKey = Buffer.from(Array.from({ length: 32 }, (_, index) => index))
const callbackPath = '/api/auth/oidc/provider_b/callback'

let environment: TestEnvironment
let base: string
let providerPort: number
let fake: FakeProvider | undefined

beforeAll(async () => {
  const port = await freePort()
  providerPort = await freePort()
  base = `http://127.0.0.1:${port}`
  environment = await openTestEnvironment({
    ...unlimited,
    PORT: String(port),
    PUBLIC_BASE_URL: base,
    MASTER_KEY: masterKey.toString('base64'),
    OIDC_ALLOW_HTTP: 'true',
    PROVIDER_B_ISSUER: `http://127.0.0.1:${providerPort}`,
    PROVIDER_B_CLIENT_ID: client.clientId,
    PROVIDER_B_CLIENT_SECRET: client.clientSecret,
  })
  // Signing in would claim this account; what fails must not.
  await signUp(environment.api, { email: 'ada@example.com' })
})

afterEach(async () => {
  await fake?.close()
  fake = undefined
})
afterAll(() => environment.close())

describe('a provider that is down when the gateway starts', () => {
  it('stops nobody from using the rest, and its sign-in ends at the sign-in page', async () => {
    expect((await fetch(`${base}/readyz`)).status).toBe(200)
    const response = await createCookieJar().get(`${base}/api/auth/oidc/provider_b`)
    expect(errorOf(response)).toBe('upstream_unavailable')
    const line = await eventually('the reason in the log', () =>
      environment.gateway().output.find((each) => each.includes('oidc_provider unavailable')),
    )
    expect(line).toContain('ECONNREFUSED')
  })

  it('is a problem for a program', async () => {
    const accept = { accept: 'application/json' }
    const path = '/api/auth/oidc/provider_b'
    const { status, body } = await environment.api.send('GET', path, { headers: accept })
    expect([status, body.code]).toEqual([502, 'upstream_unavailable'])
  })

  it('can be used as soon as it is there, without a restart', async () => {
    await comeUp()
    const { location } = await begin()
    expect(location).toContain(`http://127.0.0.1:${providerPort}/authorize?`)
  })
})

describe('a provider that fails at the token endpoint', () => {
  const status =
    (code: number, type = 'application/json', body = '{}'): RequestListener =>
    (_request, response) =>
      void response.writeHead(code, { 'content-type': type }).end(body)

  it.each<[string, RequestListener]>([
    ['answers 500', status(500)],
    ['answers with a page', status(200, 'text/html', '<h1>Sorry</h1>')],
    ['refuses the client', status(401, 'application/json', '{"error":"invalid_client"}')],
    ['hangs', () => undefined],
    ['hangs up', (_request, response) => void response.destroy()],
    [
      'sends 50 MB',
      (_request, response) => {
        response.setHeader('content-type', 'application/json')
        response.end(Buffer.alloc(50 * 1024 * 1024, ' '))
      },
    ],
    [
      'leads elsewhere',
      (_request, response) => {
        response.writeHead(307, { location: 'http://169.254.169.254/' }).end()
      },
    ],
  ])('and %s ends the sign-in, and nothing is made', async (_, listener) => {
    const provider = await comeUp()
    const before = counts()
    const { jar, query } = await begin()
    provider.answer('/token', listener)
    const response = await jar.get(`${base}${callbackPath}?${query}`)
    expect([response.status, errorOf(response)]).toEqual([303, 'upstream_unavailable'])
    expect(counts()).toEqual(before)
    // The attempt is used up: what could not be checked is not checked later either.
    expect(errorOf(await jar.get(`${base}${callbackPath}?${query}`))).toBe('oidc_expired')
    expect((await fetch(`${base}/healthz`)).status).toBe(200)
  })
})

describe('a provider that says what is not so', () => {
  it.each([
    ['T-44: another nonce', { claims: { nonce: 'another' } }],
    ['T-45: another audience', { claims: { aud: 'another' } }],
    ['T-45: another issuer', { claims: { iss: 'https://evil.example' } }],
    ['another key', { key: 'foreign' as const }],
    ['no signature', { key: 'none' as const }],
    ['an old token', { claims: { exp: 1_600_000_000 } }],
  ])('with %s is not trusted, and nothing is made', async (_, story) => {
    const provider = await comeUp()
    const before = counts()
    const { jar, query } = await begin()
    provider.tell(story)
    expect(errorOf(await jar.get(`${base}${callbackPath}?${query}`))).toBe('oidc_rejected')
    expect(counts()).toEqual(before)
  })

  it('T-50: has nothing fetched that its token names', async () => {
    const provider = await comeUp()
    const evil = await startFakeProvider(client)
    const { jar, query } = await begin()
    const header = { jku: `${evil.origin}/keys`, kid: 'key-1' }
    provider.tell({ key: 'foreign', header })
    expect(errorOf(await jar.get(`${base}${callbackPath}?${query}`))).toBe('oidc_rejected')
    expect(evil.requests).toEqual([])
    await evil.close()
  })

  it('is trusted when its clock is 30 seconds off', async () => {
    for (const off of [-30, 30]) {
      const provider = await comeUp()
      const { jar, query } = await begin()
      const now = Math.floor(Date.now() / 1000) + off
      provider.tell({ claims: { iat: now, nbf: now, exp: now + 5, email: 'x@example.com' } })
      expect(errorOf(await jar.get(`${base}${callbackPath}?${query}`))).toBe('oidc_no_account')
      await provider.close()
    }
  })
})

describe('T-44: an attempt', () => {
  it('is over after ten minutes', async () => {
    const provider = await comeUp()
    const attempt = {
      provider: 'provider_b',
      transaction: { state: 'a'.repeat(43), nonce: 'b'.repeat(43), codeVerifier: 'c'.repeat(43) },
    }
    const { jar } = await begin()
    // The cookie of the attempt, as it would be if it had begun earlier.
    const [name = ''] = jar.names()
    const cookieOf = (secondsAgo: number) => {
      const expiresAt = new Date(Date.now() + (600 - secondsAgo) * 1000)
      const text = JSON.stringify({ ...attempt, expiresAt })
      return createSealer({ masterKey }).seal(text, 'oidc attempt')
    }
    const errorAfter = async (secondsAgo: number) => {
      const state = attempt.transaction.state
      const own = name.replace(/[\w-]{22}$/, await nameOf(state))
      const headers = { cookie: `${own}=${cookieOf(secondsAgo)}` }
      return errorOf(await jar.get(`${base}${callbackPath}?code=x&state=${state}`, headers))
    }
    expect(await errorAfter(601)).toBe('oidc_expired')
    const redeemed = () => provider.requests.filter(({ path }) => path === '/token').length
    expect(redeemed()).toBe(0)
    // In time it goes as far as the provider, which has given out another nonce.
    expect(await errorAfter(590)).toBe('oidc_rejected')
    expect(redeemed()).toBe(1)
  })
})

describe.each([
  ['without a client id', { PROVIDER_B_ISSUER: 'https://id.example' }],
  [
    'under edition 1.1.0',
    {
      API_EDITION: '1.1.0',
      PROVIDER_B_CLIENT_ID: client.clientId,
      PROVIDER_B_CLIENT_SECRET: client.clientSecret,
    },
  ],
])('a provider %s', (_, env) => {
  let without: TestEnvironment
  beforeAll(async () => {
    without = await openTestEnvironment(env)
  })
  afterAll(() => without.close())

  it.each(['', '/callback', '/callback?code=a&state=b'])('answers 404 at …%s', async (path) => {
    const { status, body } = await without.api.send('GET', `/api/auth/oidc/provider_b${path}`)
    expect([status, body.code]).toEqual([404, 'not_found'])
  })
})

/** The provider, on the port that the gateway knows. */
async function comeUp(): Promise<FakeProvider> {
  fake = await startFakeProvider({ ...client, port: providerPort })
  return fake
}

/** Sends a browser to the provider and lets it come back with a code. */
async function begin() {
  const jar = createCookieJar()
  const response = await jar.get(`${base}/api/auth/oidc/provider_b`)
  const location = response.headers.get('location') ?? ''
  return { jar, location, query: fake?.comeBack(location) ?? '' }
}

function errorOf({ headers }: Response): string | null {
  const { origin, pathname, searchParams } = new URL(headers.get('location') ?? '')
  return origin + pathname === `${base}/login` ? searchParams.get('error') : null
}

function counts() {
  const tables = ['accounts', 'tenants', 'local_users', 'sessions', 'external_identities']
  const verified = records(environment, 'select email_verified, credential_version from accounts')
  return [
    ...tables.map((table) => records(environment, `select count(*) as n from ${table}`)[0]?.n),
    ...verified,
  ]
}

/** How the cookie of an attempt is named after its state. */
async function nameOf(state: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(state))
  return Buffer.from(digest).toString('base64url').slice(0, 22)
}
