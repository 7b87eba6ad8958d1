/** A machine backend that asks about the tokens that agents show to it (RFC 7662). */

import { readMetrics } from '@gatehouse/prometheus/testing'
import { eventually } from '@gatehouse/test-services'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { bearer, enter, signUp } from '../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'
import { unlimited } from '../testing/unlimited.ts'
import { introspect, introspectionSecret } from './support/introspecting.ts'

let environment: TestEnvironment

beforeAll(async () => {
  environment = await openTestEnvironment({
    ...unlimited,
    METRICS_PORT: '0',
    INTROSPECTION_SECRET: introspectionSecret,
  })
})

afterAll(() => environment?.close())

async function someone() {
  const { token, user } = await enter(environment.api, await signUp(environment.api))
  return { token: token as string, user }
}

/** @param route Such as `GET api-keys`. */
function call(token: string, route: string, body?: unknown) {
  const [method = '', path] = route.split(' ')
  const options = { headers: bearer(token), ...(body !== undefined && { body }) }
  return environment.api.send(method, `/api/auth/${path}`, options)
}

describe('a backend', () => {
  it('is told whose an API key is, and its owner when it was last used', async () => {
    const { token, user } = await someone()
    const { body: made } = await call(token, 'POST api-keys', { name: 'CI', expires_in_days: 1 })
    const about = {
      active: true,
      token_type: 'api_key',
      sub: user.id,
      username: user.username,
      tenant_id: user.tenant_id,
      tenant_name: user.tenant_name,
      role: 'company_admin',
      machine_role: '',
    }
    const first = await introspect(environment.api, user.api_key)
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(first.body).toMatchObject({ ...about, key_id: 'first' })
    expect(first.body).not.toHaveProperty('exp')
    const further = await introspect(environment.api, made.key)
    const exp = Math.floor(Date.parse(made.expires_at) / 1000)
    expect(further.body).toMatchObject({ ...about, key_id: made.id, key_name: 'CI', exp })
    expect(JSON.stringify([first.body, further.body])).not.toContain('ghk_')
    const uses = await eventually('the last use of both keys', async () => {
      const { items } = (await call(token, 'GET api-keys')).body
      const found = items.map(({ last_used_at: at }: { last_used_at: string | null }) => at)
      return found.includes(null) ? undefined : found
    })
    expect(uses).toEqual([expect.stringMatching(/Z$/), expect.stringMatching(/Z$/)])
  })

  it('may ask in JSON, and about an access token, too', async () => {
    const { token, user } = await someone()
    const asking = { body: { token }, headers: bearer(introspectionSecret) }
    const { status, body } = await environment.api.send('POST', '/api/auth/introspect', asking)
    expect([status, body.active, body.token_type, body.sub]).toEqual([200, true, 'Bearer', user.id])
    expect(body.exp - body.iat).toBe(86_400)
  })

  it('is told nothing but that about a key that was revoked, and about any other text', async () => {
    const { token, user } = await someone()
    expect((await introspect(environment.api, user.api_key)).body.active).toBe(true)
    await call(token, 'DELETE api-keys/first')
    for (const text of [user.api_key, `${user.api_key}x`, 'made up', `${token}x`]) {
      const { status, body } = await introspect(environment.api, text)
      expect([status, body]).toEqual([200, { active: false }])
    }
  })

  it('T-107: is told nothing with another secret, nor with the token of an administrator', async () => {
    const { token, user } = await someone()
    for (const secret of [introspectionSecret.toLowerCase(), token]) {
      const { status, headers, body } = await introspect(environment.api, user.api_key, secret)
      expect([status, body.code]).toEqual([401, 'token_invalid'])
      expect(headers.get('www-authenticate')).toBe(
        'Bearer realm="gatehouse", error="invalid_token"',
      )
    }
    const { status, body } = await environment.api.post('/api/auth/introspect', { token })
    expect([status, body.code]).toEqual([401, 'token_missing'])
  })

  it('is counted by what it was told', async () => {
    const { user } = await someone()
    await introspect(environment.api, user.api_key)
    await introspect(environment.api, 'made up')
    const scrape = await fetch(`http://127.0.0.1:${metricsPort()}/metrics`)
    const numbers = readMetrics(await scrape.text())
    for (const outcome of ['token_active', 'token_inactive']) {
      const labels = `operation="introspect",outcome="${outcome}",client="cli"`
      expect(numbers.get(`gatehouse_auth_outcomes_total{${labels}}`)).toBeGreaterThan(0)
    }
  })
})

it('T-107: there is no such route while no secret is set', async () => {
  const other = await openTestEnvironment(unlimited)
  try {
    const { status, body } = await introspect(other.api, 'made up')
    expect([status, body.code]).toEqual([404, 'not_found'])
  } finally {
    await other.close()
  }
})

function metricsPort(): number {
  const listening = /"port":(\d+).*"msg":"metrics listening"/
  const line = environment.gateway().output.find((each) => listening.test(each))
  return Number(listening.exec(line ?? '')?.[1])
}
