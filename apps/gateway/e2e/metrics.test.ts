/** What a gateway measures, read as Prometheus reads it. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Numbers, readMetrics } from '@gatehouse/prometheus/testing'
import { closing, nextMessage } from '@gatehouse/proxy/testing'
import { eventually } from '@gatehouse/test-services'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { WebSocket, WebSocketServer } from 'ws'
import { agents } from '../testing/api.ts'
import { startGateway } from '../testing/gateway-process.ts'
import { inParallel } from '../testing/in-parallel.ts'
import { codeIn } from '../testing/mail-server.ts'
import { bearer, enter, logIn, type Person, signUp, switchOtp } from '../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'

let environment: TestEnvironment
let ada: Person
let token: string
let metricsPort: number
let before: Numbers
let after: Numbers

const backend = createServer((request, response) => {
  response.writeHead(request.url === '/api/broken' ? 500 : 200).end('machines')
})
const terminals = new WebSocketServer({ server: backend })

beforeAll(async () => {
  terminals.on('connection', (socket) => {
    socket.on('message', (data, binary) => socket.send(data, { binary }))
  })
  await once(backend.listen(0, '127.0.0.1'), 'listening')
  const { port } = backend.address() as AddressInfo
  environment = await openTestEnvironment({
    METRICS_PORT: '0',
    MACHINE_BACKEND_URL: `http://127.0.0.1:${port}`,
    LIMIT_FORGOT_ADDRESS: '1/1h',
  })
  const listening = /"port":(\d+).*"msg":"metrics listening"/
  const found = await eventually('the port of the metrics', () => {
    return listening.exec(environment.gateway().output.join('\n')) ?? undefined
  })
  metricsPort = Number(found[1])
  before = await scrape()
  await doOneOfEach()
  after = await scrape()
}, 60_000)

afterAll(async () => {
  await environment.close()
  for (const socket of terminals.clients) socket.terminate()
  terminals.close()
  backend.close()
})

/** One of everything that is counted, and of nothing else. */
async function doOneOfEach(): Promise<void> {
  const { api, mail } = environment
  ada = await signUp(api)
  token = (await enter(api, ada)).token
  await logIn(api, { ...ada, password: 'wrong' })
  await switchOtp(api, token, true)
  await logIn(api, ada, 'ui')
  const code = codeIn(await mail.waitFor(ada.email, /code/i))
  const browser = { 'user-agent': agents.ui }
  const guess = (otp_code: string) =>
    api.post('/api/auth/verify-otp', { username: ada.username, otp_code }, browser)
  await guess(code === '271828' ? '314159' : '271828')
  await guess(code)
  await api.post('/api/auth/refresh', { token })
  await api.post('/api/auth/forgot-password', { email: ada.email })
  await api.post('/api/auth/forgot-password', { email: ada.email })
  await api.send('GET', '/api/machines', { headers: bearer(token) })
  await api.send('PUT', '/api/broken', { headers: bearer(token) })
  await api.send('GET', '/api/machines')
  await api.send('GET', '/metrics')
  await openAndClose()
  await mail.waitFor(ada.email, /password/i)
  // Mails are noted as sent after the server has them, and requests are counted when they are over.
  await eventually('the numbers of mails and terminals', async () => {
    const numbers = await scrape()
    const sent = sum(numbers, 'gatehouse_outbox_mails_total', 'fate="sent"')
    return (sent >= 3 && sum(numbers, 'gatehouse_terminals_closed_total') >= 2) || undefined
  })
}

async function openAndClose(): Promise<void> {
  const address = `ws://127.0.0.1:${environment.gateway().port}/api/terminal/agent-7/ws`
  const socket = new WebSocket(`${address}?token=${token}`)
  await once(socket, 'open')
  socket.send('ls\n')
  await nextMessage(socket)
  expect((await scrape()).get('gatehouse_terminals_open')).toBe(1)
  socket.close(1000)
  await closing(socket)
  const odd = new WebSocket(`${address}?token=${token}`)
  await once(odd, 'open')
  odd.close(4321)
  await closing(odd)
  const refused = new WebSocket(address)
  await once(refused, 'error')
}

describe('after one of each thing', () => {
  it.each([
    ['gatehouse_http_requests_total', 'operation="signUp",method="POST",status="2xx"', 1],
    ['gatehouse_http_requests_total', 'operation="logIn",method="POST",status="2xx"', 2],
    ['gatehouse_http_requests_total', 'operation="logIn",method="POST",status="4xx"', 1],
    [
      'gatehouse_http_requests_total',
      'operation="changeOrganization",method="PATCH",status="2xx"',
      1,
    ],
    ['gatehouse_http_requests_total', 'operation="verifyOtp",method="POST",status="4xx"', 1],
    ['gatehouse_http_requests_total', 'operation="forgotPassword",method="POST",status="4xx"', 1],
    ['gatehouse_http_requests_total', 'operation="backend",method="GET",status="4xx"', 1],
    ['gatehouse_http_requests_total', 'operation="pages",method="GET",status="4xx"', 1],
    ['gatehouse_http_request_duration_seconds_count', 'operation="logIn"', 3],
    ['gatehouse_problems_total', 'code="invalid_credentials"', 1],
    ['gatehouse_problems_total', 'code="token_missing"', 1],
    ['gatehouse_problems_total', 'code="rate_limited"', 1],
    ['gatehouse_proxied_requests_total', 'method="GET",status="2xx"', 1],
    ['gatehouse_proxied_requests_total', 'method="PUT",status="5xx"', 1],
    ['gatehouse_proxied_request_duration_seconds_count', '', 2],
    ['gatehouse_backend_duration_seconds_count', '', 2],
    ['gatehouse_proxied_requests_in_flight', '', 0],
    ['gatehouse_terminals_opened_total', '', 2],
    ['gatehouse_terminals_closed_total', 'code="1000"', 1],
    ['gatehouse_terminals_closed_total', 'code="other"', 1],
    ['gatehouse_terminals_refused_total', 'reason="token_missing"', 1],
    ['gatehouse_terminals_open', '', 0],
    ['gatehouse_auth_outcomes_total', 'operation="signUp",outcome="signed_up",client="cli"', 1],
    ['gatehouse_auth_outcomes_total', 'operation="logIn",outcome="authenticated",client="cli"', 1],
    ['gatehouse_auth_outcomes_total', 'operation="logIn",outcome="otp_required",client="ui"', 1],
    [
      'gatehouse_auth_outcomes_total',
      'operation="logIn",outcome="invalid_credentials",client="cli"',
      1,
    ],
    ['gatehouse_auth_outcomes_total', 'operation="verifyOtp",outcome="otp_invalid",client="ui"', 1],
    [
      'gatehouse_auth_outcomes_total',
      'operation="verifyOtp",outcome="authenticated",client="ui"',
      1,
    ],
    ['gatehouse_auth_outcomes_total', 'operation="refresh",outcome="refreshed",client="cli"', 1],
    ['gatehouse_rate_limited_total', 'rule="forgot_address"', 1],
    ['gatehouse_credential_store_duration_seconds_count', 'call="create_tenant",outcome="ok"', 1],
    ['gatehouse_credential_store_duration_seconds_count', 'call="check_password",outcome="ok"', 2],
    [
      'gatehouse_credential_store_duration_seconds_count',
      'call="check_password",outcome="refused"',
      1,
    ],
    ['gatehouse_mail_deliveries_total', 'kind="verify_email",outcome="sent"', 1],
    ['gatehouse_mail_deliveries_total', 'kind="otp",outcome="sent"', 1],
    ['gatehouse_mail_deliveries_total', 'kind="password_reset",outcome="sent"', 1],
    ['gatehouse_outbox_mails_total', 'fate="sent"', 3],
    ['gatehouse_worker_rounds_total', 'worker="tidy",outcome="failed"', 0],
  ])('%s{%s} has grown by %i', (name, labels, growth) => {
    const series = labels === '' ? name : `${name}{${labels}}`
    expect(after.has(series)).toBe(true)
    expect((after.get(series) ?? 0) - (before.get(series) ?? 0)).toBe(growth)
  })

  it('transactions, questions to the counters and rounds of workers have gone well', () => {
    for (const [name, labels] of [
      ['gatehouse_database_transaction_duration_seconds_count', 'outcome="committed"'],
      ['gatehouse_rate_limit_store_duration_seconds_count', 'outcome="ok"'],
      ['gatehouse_worker_rounds_total', 'worker="mail",outcome="ok"'],
    ] as const) {
      expect(sum(after, name, labels)).toBeGreaterThan(sum(before, name, labels))
    }
  })

  it('the keys, the mail server and the outbox are as they are', () => {
    const now = Date.now() / 1000
    expect(after.get('gatehouse_signing_keys{state="active"}')).toBe(1)
    const since = after.get('gatehouse_signing_key_active_from_timestamp_seconds') ?? 0
    expect(since).toBeLessThan(now)
    const due = after.get('gatehouse_signing_key_rotation_due_timestamp_seconds')
    expect(due).toBeCloseTo(since + 90 * 24 * 3600, 3)
    expect(after.get('gatehouse_mail_server_up')).toBe(1)
    expect(after.get('gatehouse_outbox_waiting')).toBeGreaterThanOrEqual(0)
  })

  it('the process shows what it uses', () => {
    for (const name of ['process_resident_memory_bytes', 'process_open_fds']) {
      expect(after.get(name)).toBeGreaterThan(0)
    }
    expect(after.has('nodejs_eventloop_lag_p99_seconds')).toBe(true)
    expect(sum(after, 'gatehouse_build_info')).toBe(1)
  })

  it('T-82: nothing that anybody sent or is called stands in it', () => {
    const text = [...after.keys()].join('\n')
    for (const value of [ada.username, ada.email, ada.organization_name, token, 'agent-7']) {
      expect(text).not.toContain(value)
    }
  })
})

describe('the port of the metrics', () => {
  it.each(['/', '/healthz', '/api/auth/login', '/api/machines', '/metrics/x'])(
    'has nothing at %s',
    async (path) => {
      expect((await fetch(`http://127.0.0.1:${metricsPort}${path}`)).status).toBe(404)
    },
  )

  it('is another one than the public one, where there are no metrics', async () => {
    expect(metricsPort).not.toBe(environment.gateway().port)
    expect((await fetch(`${environment.gateway().url}/metrics`)).status).toBe(404)
  })

  it('answers under load, and everybody else is answered too', async () => {
    const ask = async (_: unknown, index: number) => {
      if (index % 10 === 0) return (await scrape()).size > 100
      const { status } = await environment.api.send('GET', '/api/machines', {
        headers: bearer(token),
      })
      return status === 200
    }
    const begun = (await scrape()).get('gatehouse_proxied_request_duration_seconds_count') ?? 0
    expect(await inParallel(Array.from({ length: 300 }), ask)).not.toContain(false)
    const ended = (await scrape()).get('gatehouse_proxied_request_duration_seconds_count') ?? 0
    expect(ended - begun).toBe(270)
  })

  it('does not keep a gateway from starting when it is taken', async () => {
    const { dataDir, mail, backend: machines } = environment
    const other = await startGateway({
      DATA_DIR: dataDir,
      SMTP_URL: mail.url,
      MACHINE_BACKEND_URL: machines.url,
      METRICS_PORT: String(metricsPort),
    })
    await eventually('a word about the port', () =>
      other.output.find((line) => line.includes('metrics are not served yet')),
    )
    expect((await fetch(`${other.url}/healthz`)).status).toBe(200)
    expect(await other.stop()).toBe(0)
  })
})

async function scrape(): Promise<Numbers> {
  return readMetrics(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text())
}

/** Over all series of a metric that have these labels. */
function sum(numbers: Numbers, metric: string, labels = ''): number {
  const matching = [...numbers].filter(
    ([series]) => series.split('{', 1)[0] === metric && series.includes(labels),
  )
  return matching.reduce((total, [, value]) => total + value, 0)
}
