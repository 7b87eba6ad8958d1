/** What another proxy asks the gateway as it is shipped, and what strangers learn there. */
import { readMetrics } from '@gatehouse/prometheus/testing'
import { eventually } from '@gatehouse/test-services'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { agents } from '../testing/api.ts'
import { bearer, enter, type Person, signUp } from '../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'

let environment: TestEnvironment
let ada: Person
let token: string

const path = '/api/auth/verify'
const handedOn = {
  'x-forwarded-method': 'POST',
  'x-forwarded-host': 'auth.example.test',
  'x-forwarded-uri': '/api/machines',
}

const check = (headers: Readonly<Record<string, string>>, below = '') =>
  environment.api.send('GET', path + below, { headers })

beforeAll(async () => {
  environment = await openTestEnvironment({
    TRUSTED_PROXIES: '127.0.0.1',
    FORWARD_AUTH_HOSTS: 'machines.example:8443',
    LOGOUT_ENDS_TOKENS: 'on',
    METRICS_PORT: '0',
  })
  ada = await signUp(environment.api)
  token = (await enter(environment.api, ada)).token
})

afterAll(() => environment.close())

describe('a check of a trusted proxy', () => {
  it('is answered with the fields by which the backend is told who asks', async () => {
    const { status, headers, body } = await check({ ...handedOn, ...bearer(token) })
    expect([status, body]).toEqual([200, ''])
    await environment.api.send('GET', '/api/machines', { headers: bearer(token) })
    const told = Object.entries(environment.backend.requests.at(-1)?.headers ?? {})
    const identity = told.filter(([name]) => name.startsWith('x-gatehouse-'))
    expect(identity).toHaveLength(8)
    for (const [name, value] of identity) expect([name, headers.get(name)]).toEqual([name, value])
  })

  it('is kept by nobody, and says what it was taken for', async () => {
    for (const asked of [{ ...handedOn, ...bearer(token) }, handedOn]) {
      const { headers } = await check(asked)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-gatehouse-client')).toBe('cli')
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    }
  })

  it('is about the hosts that are set', async () => {
    const hosts = ['auth.example.test', 'AUTH.example.test:443', 'machines.example:8443']
    for (const host of hosts) {
      const answer = await check({ ...handedOn, 'x-forwarded-host': host, ...bearer(token) })
      expect([host, answer.status]).toEqual([host, 200])
    }
    const other = await check({
      ...handedOn,
      'x-forwarded-host': 'machines.example',
      ...bearer(token),
    })
    expect([other.status, other.body.code]).toEqual([403, 'request_refused'])
  })

  it('may have the target behind the address, with any method and a body', async () => {
    const { port } = environment.gateway()
    const ask = (method: string, target: string) =>
      fetch(`http://127.0.0.1:${port}${path}${target}`, {
        method,
        headers: { ...bearer(token), 'x-note': 'x' },
        ...(method === 'GET' ? {} : { body: 'x'.repeat(100_000) }),
      })
    // Its Host is that of this machine.
    const answer = await ask('POST', '/api/machines')
    expect([answer.status, Object(await answer.json()).code]).toEqual([403, 'request_refused'])
    await environment.gateway().kill()
    await environment.restart({
      FORWARD_AUTH_HOSTS: `127.0.0.1:${port},localhost`,
      PORT: String(port),
    })
    for (const method of ['GET', 'POST', 'DELETE']) {
      expect([method, (await ask(method, '/api/machines?x')).status]).toEqual([method, 200])
    }
    expect((await ask('GET', '/api/auth/login')).status).toBe(403)
    expect((await ask('GET', '//api/machines')).status).toBe(400)
  })

  it('takes the token of a terminal from its query, and leaves it in no log (T-75)', async () => {
    const answer = await check({
      ...handedOn,
      'x-forwarded-method': 'GET',
      'x-forwarded-uri': `/api/terminal/demo/ws?token=${token}`,
    })
    expect(answer.status).toBe(200)
    const below = `${path}/api/terminal/demo/ws?token=${token}`
    const { port } = environment.gateway()
    expect((await fetch(`http://127.0.0.1:${port}${below}`)).status).toBe(200)
    await eventually('the lines of both', () => {
      const lines = environment.gateway().output.filter((line) => line.includes(`"path":"${path}`))
      return lines.some((line) => line.includes('/api/terminal/demo/ws"')) || undefined
    })
    expect(environment.gateway().output.join('\n')).not.toContain(token)
  })

  it('counts against no limit, and is counted', async () => {
    // More than the routes without a limit of their own take from one network in a minute.
    const statuses = new Set<number>()
    for (let count = 0; count < 700; count += 1) {
      statuses.add((await check({ ...handedOn, ...bearer('x') })).status)
    }
    expect([...statuses]).toEqual([401])
    const port = await eventually('the port of the metrics', () => {
      const output = environment.gateway().output.join('\n')
      return /"port":(\d+).*"msg":"metrics listening"/.exec(output)?.[1]
    })
    const numbers = readMetrics(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text())
    const counted = numbers.get(
      'gatehouse_http_requests_total{operation="check",method="GET",status="4xx"}',
    )
    expect(counted).toBeGreaterThanOrEqual(700)
  })

  it('knows within seconds that a session has ended', async () => {
    const other = (await enter(environment.api, ada)).token
    const asked = { ...handedOn, ...bearer(other) }
    expect((await check(asked)).status).toBe(200)
    await environment.api.post('/api/auth/logout', undefined, bearer(other))
    const ended = await eventually('a refusal', async () => {
      const { status, body } = await check(asked)
      return status === 401 ? String(body.code) : undefined
    })
    expect(ended).toBe('session_ended')
    expect((await check({ ...handedOn, ...bearer(token) })).status).toBe(200)
  })

  it('is refused for a page that asks for leave, which the proxy has to give itself', async () => {
    const answer = await check({
      ...handedOn,
      'x-forwarded-method': 'OPTIONS',
      origin: 'https://auth.example.test',
      'access-control-request-method': 'POST',
      'user-agent': agents.ui,
    })
    expect([answer.status, answer.body.code]).toEqual([401, 'token_missing'])
  })
})

describe('T-109: a peer that is no trusted proxy', () => {
  beforeAll(async () => {
    await environment.gateway().kill()
    await environment.restart({ TRUSTED_PROXIES: '' })
  })

  it('learns about its own token', async () => {
    expect((await check(bearer(token))).status).toBe(200)
    expect((await check({})).body).toMatchObject({ status: 401, code: 'token_missing' })
  })

  it('hands nothing on, and finds no address below', async () => {
    const asked = { ...handedOn, ...bearer(token) }
    expect((await check(asked)).body).toMatchObject({ status: 403, code: 'request_refused' })
    const below = await check(bearer(token), '/api/machines')
    expect(below.body).toMatchObject({ status: 404, code: 'not_found' })
  })
})
