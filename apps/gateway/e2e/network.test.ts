/** The gateway on its network: other origins, bad clients, a mail server that is down, the stop. */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { exchange, parseAnswer } from '@gatehouse/proxy/testing'
import { eventually } from '@gatehouse/test-services'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Answer } from '../testing/api.ts'
import { publicBaseUrl } from '../testing/gateway-process.ts'
import { codeIn, type MailServer, startMailServer, tokensIn } from '../testing/mail-server.ts'
import { bearer, enter, logIn, type Person, signUp } from '../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'

const dashboard = 'https://dashboard.example'
/** Of apps that are pages in a window of their own. */
const webViews = ['capacitor://localhost', 'vscode-webview://0a_b', 'chrome-extension://abcdef']

let environment: TestEnvironment
let someone: Person
let token: string
/** A token from before the password was reset. */
let endedToken: string
/** Answers that the backend holds back until a test lets them go. */
const held: ServerResponse[] = []

beforeAll(async () => {
  environment = await openTestEnvironment(
    {
      CORS_ALLOWED_ORIGINS: [dashboard, ...webViews].join(),
      OTP_DEFAULT: 'on',
      HEADERS_TIMEOUT_SECONDS: '1',
      SHUTDOWN_DELAY_SECONDS: '0',
    },
    (request, response) => {
      if (request.url === '/api/slow') held.push(response)
      else response.setHeader('Access-Control-Allow-Origin', '*').setHeader('Vary', 'Accept').end()
    },
  )
  someone = await signUp(environment.api)
  token = (await enter(environment.api, someone)).token
})

afterAll(() => environment.close())

describe('pages of another origin', () => {
  const preflight = (path: string, origin: string, more: Record<string, string> = {}) =>
    fetch(`${environment.gateway().url}${path}`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
        ...more,
      },
    })

  it.each(['/api/auth/login', '/api/machines', '/api/no/such/thing'])(
    'may ask whether they may call %s, which the backend never hears of',
    async (path) => {
      const before = environment.backend.requests.length
      // A token makes no difference: what asks first is answered here.
      const answer = await preflight(path, dashboard, bearer(token))
      expect([answer.status, await answer.text()]).toEqual([204, ''])
      const { headers } = answer
      expect(headers.get('access-control-allow-origin')).toBe(dashboard)
      expect(headers.get('access-control-allow-methods')).toContain('POST')
      expect(headers.get('access-control-allow-headers')?.toLowerCase()).toMatch(/authorization/)
      expect(headers.get('vary')).toMatch(/\borigin\b/i)
      expect(headers.has('access-control-allow-credentials')).toBe(false)
      expect(environment.backend.requests).toHaveLength(before)
    },
  )

  it.each([
    'https://evil.example',
    'http://dashboard.example',
    'https://dashboard.example:8443',
    'https://dashboard.example.evil.example',
    'https://DASHBOARD.example',
    'null',
  ])('are told no if they are not listed: %s', async (origin) => {
    const before = environment.backend.requests.length
    for (const path of ['/api/auth/login', '/api/machines']) {
      const answer = await preflight(path, origin, bearer(token))
      expect(answer.status).toBe(403)
      expect(await answer.json()).toMatchObject({ code: 'origin_not_allowed' })
      expect(answer.headers.has('access-control-allow-origin')).toBe(false)
    }
    expect(environment.backend.requests).toHaveLength(before)
  })

  it.each([dashboard, publicBaseUrl, ...webViews])(
    'may read answers if they are listed: %s',
    async (origin) => {
      expect((await preflight('/api/machines', origin)).status).toBe(204)
      for (const answer of [await login({ origin }), await machines({ origin })]) {
        expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
        expect(answer.headers.get('access-control-expose-headers')).toMatch(/x-request-id/i)
        expect(answer.headers.get('vary')).toMatch(/\borigin\b/i)
        expect(answer.headers.has('access-control-allow-credentials')).toBe(false)
      }
    },
  )

  it('may read errors too', async () => {
    const headers = { origin: dashboard }
    const refused = await environment.api.send('GET', '/api/machines', { headers })
    expect(refused.status).toBe(401)
    expect(refused.headers.get('access-control-allow-origin')).toBe(dashboard)
  })

  it('may read nothing otherwise, whatever the backend says', async () => {
    const origin = 'https://evil.example'
    for (const answer of [
      await login({ origin }),
      await machines({ origin }),
      await machines({}),
    ]) {
      expect(answer.headers.has('access-control-allow-origin')).toBe(false)
    }
  })

  it('leave to the backend what else its answers vary by', async () => {
    expect((await machines({ origin: dashboard })).headers.get('vary')).toMatch(/\baccept\b/i)
  })

  it('are browsers, whatever they call themselves (T-01)', async () => {
    expect((await login({ origin: dashboard })).body.requires_otp).toBe(true)
    expect((await login({})).body.requires_otp).toBeUndefined()
  })

  function login(headers: Readonly<Record<string, string>>): Promise<Answer> {
    const { email, password } = someone
    return environment.api.post('/api/auth/login', { email, password }, headers)
  }

  function machines(headers: Readonly<Record<string, string>>): Promise<Answer> {
    return environment.api.send('GET', '/api/machines', {
      headers: { ...bearer(token), ...headers },
    })
  }
})

describe('clients of few words', () => {
  it.each(['/', '/healthz', '/livez', '/readyz'])(
    'may ask by OPTIONS in HTTP/1.0 whether %s is there, as load balancers do',
    async (path) => {
      const answer = await exchange(environment.gateway().port, `OPTIONS ${path} HTTP/1.0\r\n\r\n`)
      expect(answer).toMatch(/^HTTP\/1\.1 20[04] /)
      expect(answer).toMatch(/^allow: .*GET/im)
    },
  )

  it('may name the host in the target, too', async () => {
    const { port } = environment.gateway()
    const host = `127.0.0.1:${port}`
    const text = `GET http://${host}/livez HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
    expect(parseAnswer(await exchange(port, text)).status).toBe(200)
  })
})

describe('clients that do not speak HTTP', () => {
  it.each([
    ['nonsense', 'HELLO\r\n\r\n', 400],
    ['too long a header', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['half a header', 'GET / HTTP/1.1\r\nHos', 408],
    ['a wish for a tunnel', 'CONNECT x:22 HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ])('are told so and hung up on: %s', async (_name, text, status) => {
    const answer = parseAnswer(await exchange(environment.gateway().port, text))
    expect([answer.status, JSON.parse(answer.body).status]).toEqual([status, status])
    expect(answer.head).toMatch(/^connection: close\r$/im)
  })

  it('end nothing by hanging up rudely', async () => {
    for (const text of ['CONNECT x:22 HTTP/1.1\r\nHost: x\r\n\r\n', 'HELLO\r\n\r\n']) {
      const socket = connect(environment.gateway().port, '127.0.0.1')
      socket.write(text)
      await once(socket, 'data')
      socket.resetAndDestroy()
    }
    expect((await environment.api.send('GET', '/healthz')).status).toBe(200)
  })
})

describe('while the mail server is down', () => {
  let back: MailServer | undefined

  afterAll(() => back?.stop())

  it('the gateway is alive but not ready, and says what it lacks', async () => {
    const ready = await environment.api.send('GET', '/readyz')
    const checks = {
      database: 'ok',
      credential_store: 'ok',
      mail: 'ok',
      signing_keys: 'ok',
      clock: 'ok',
    }
    expect([ready.status, ready.body]).toEqual([200, { status: 'ok', checks }])

    await environment.mail.stop()
    const not = await eventually('a gateway that is not ready', async () => {
      const answer = await environment.api.send('GET', '/readyz')
      return answer.status === 200 ? undefined : answer
    })
    const lacking = { ...checks, mail: 'unavailable' }
    const reasons = { mail: 'connection_refused' }
    const body = { status: 'not_ready', checks: lacking, reasons }
    expect([not.status, not.body]).toEqual([503, body])
    expect((await environment.api.send('GET', '/healthz')).body).toEqual({ status: 'ok' })
  })

  it('a login that needs a code is refused, with no challenge left', async () => {
    // The reset mail, which cannot leave, tells the gateway; its answer is the usual one.
    const { email } = someone
    const forgot = await environment.api.post('/api/auth/forgot-password', { email })
    expect(forgot.status).toBe(200)
    let answer = await logIn(environment.api, await signUp(environment.api), 'ui')
    while (answer.status === 200) {
      await sleep(250)
      answer = await logIn(environment.api, await signUp(environment.api), 'ui')
    }
    expect([answer.status, answer.body.code]).toEqual([503, 'mail_unavailable'])
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  })

  it('everything else works', async () => {
    expect((await logIn(environment.api, someone, 'cli')).status).toBe(200)
    expect((await environment.api.post('/api/auth/refresh', { token })).status).toBe(200)
    const used = await environment.api.send('GET', '/api/machines', { headers: bearer(token) })
    expect(used.status).toBe(200)
  })

  it('mails wait, and leave when it is back', async () => {
    back = await startMailServer(environment.mail.port)
    const [reset_token] = tokensIn(await back.waitFor(someone.email, /new password/i))
    const reset = { reset_token, new_password: someone.password }
    expect((await environment.api.post('/api/auth/reset-password', reset)).status).toBe(200)
    let answer = await logIn(environment.api, someone, 'ui')
    while (answer.status === 503) {
      await sleep(250)
      answer = await logIn(environment.api, someone, 'ui')
    }
    const otp_code = codeIn(await back.waitFor(someone.email, /code/i))
    const { username } = answer.body
    const verified = await environment.api.post('/api/auth/verify-otp', { username, otp_code })
    expect(verified.status).toBe(200)
    // The new password ended the sessions of the old one.
    endedToken = token
    token = verified.body.token
  })
})

// The last of all: the gateway does not run after it.
describe('a stop', () => {
  it('finishes the request under way, takes no other, and exits with 0', async () => {
    const { url, stop, output } = environment.gateway()
    const slow = fetch(`${url}/api/slow`, { headers: bearer(token) })
    while (held.length === 0) await sleep(10)
    const stopped = stop()
    // First it only says that it will; then its door is closed, while a client is still served.
    await eventually('a closed door', () =>
      fetch(`${url}/healthz`).then(
        () => undefined,
        () => true,
      ),
    )
    held[0]?.end('at last')
    const answer = await slow
    expect([answer.status, await answer.text()]).toEqual([200, 'at last'])
    expect(await stopped).toBe(0)
    // What it printed last may be read after it is gone.
    await eventually('its last word', () => output.at(-1)?.includes('"stopped"') || undefined)
  })

  it('leaves a log with one record a line, and nothing in it that is secret (T-82)', () => {
    const { output } = environment.gateway()
    for (const line of output) expect(JSON.parse(line)).toHaveProperty('service', 'gatehouse')
    const requests = output.filter((line) => line.includes('"msg":"request"'))
    expect(requests.length).toBeGreaterThan(20)
    const mails = environment.mail.mails.flatMap((mail) => tokensIn(mail))
    for (const secret of [token, endedToken, someone.password, someone.email, ...mails]) {
      expect(output.join('\n')).not.toContain(secret)
    }
  })
})
