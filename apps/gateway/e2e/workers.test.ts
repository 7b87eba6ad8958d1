/** What holds for one process holds for two on one port. */

import { readMetrics } from '@gatehouse/prometheus/testing'
import {
  closing,
  openTerminal,
  startSharedTerminalBackend,
  type TerminalBackend,
} from '@gatehouse/proxy/testing'
import { eventually } from '@gatehouse/test-services'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import type { WebSocket } from 'ws'
import type { Api } from '../testing/api.ts'
import { codeIn } from '../testing/mail-server.ts'
import { bearer, enter, logIn, type Person, signUp, switchOtp } from '../testing/people.ts'
import { runGatehouse } from '../testing/run-gatehouse.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'
import { unlimited } from '../testing/unlimited.ts'
import { metricsUrl, overNewConnections, whoAnswered, workersOf } from './support/workers.ts'

// Three processes have to start, on a machine that may be busy.
jest.setTimeout(180_000)

let backend: TerminalBackend
let environment: TestEnvironment
let api: Api
let ada: Person
let token: string

beforeAll(async () => {
  backend = await startSharedTerminalBackend()
  environment = await openTestEnvironment({
    ...unlimited,
    WORKERS: '2',
    TRUSTED_PROXIES: '127.0.0.1',
    METRICS_PORT: '0',
    MACHINE_BACKEND_URL: backend.url,
    LIMIT_FORGOT_ADDRESS: '3/1h',
    TERMINAL_MAX_PER_USER: '3',
  })
  api = overNewConnections(environment.api)
  ada = await signUp(api)
  token = (await enter(api, ada)).token
})

afterAll(async () => {
  await environment.close()
  await backend.close()
})

/** What the backend, or the gateway before it, says to several requests, each to another worker. */
async function statuses(path = '/api/machines'): Promise<readonly number[]> {
  const answers: number[] = []
  for (let turn = 0; turn < 6; turn += 1) {
    answers.push((await api.send('GET', path, { headers: bearer(token) })).status)
  }
  return answers
}

it('says once that it listens, and both serve', async () => {
  expect(await statuses('/api/who')).toEqual([200, 200, 200, 200, 200, 200])
  const { output } = environment.gateway()
  await eventually('lines of both', () => whoAnswered({ output }, '/api/who')[1])
  expect(whoAnswered({ output }, '/api/who')).toEqual([1, 2])
  expect(workersOf({ output })).toHaveLength(2)
  expect(output.filter((line) => line.includes('"msg":"listening"'))).toHaveLength(1)
})

it('a limit is counted over both', async () => {
  const ask = () => api.post('/api/auth/forgot-password', { email: 'bob@example.com' })
  const answers = [await ask(), await ask(), await ask(), await ask()]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
})

it('T-10: the guesses at a code are counted over both', async () => {
  const eve = await signUp(api)
  await switchOtp(api, (await enter(api, eve)).token, true)
  const { session_token } = (await logIn(api, eve, 'ui')).body
  const right = codeIn(await environment.mail.waitFor(eve.email, /code/i))
  const wrong = right === '271828' ? '314159' : '271828'
  const guess = async (otp_code: string, more = {}) => {
    const body = { username: eve.username, otp_code, ...more }
    // From another network than the login: the guesses there are the owner’s.
    const headers = { 'x-forwarded-for': '198.51.100.7' }
    return (await api.post('/api/auth/verify-otp', body, headers)).status
  }
  const strangers = [await guess(wrong), await guess(wrong), await guess(wrong)]
  expect([...strangers, await guess(right)]).toEqual([401, 401, 401, 401])
  expect(await guess(right, { session_token })).toBe(200)
})

it('a session that was ended at one is ended at both', async () => {
  const own = (await enter(api, ada)).token
  expect((await api.post('/api/auth/logout', {}, bearer(own))).status).toBe(200)
  const refresh = async () => (await api.post('/api/auth/refresh', { token: own })).status
  expect([await refresh(), await refresh()]).toEqual([401, 401])
})

it('T-80: terminals of an account are counted over both', async () => {
  const tries = await Promise.allSettled(
    Array.from({ length: 8 }, () => openTerminal(environment.gateway(), { token })),
  )
  const open = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(open).toHaveLength(3)
  await leave(open)
  await eventually('free places', () =>
    openTerminal(environment.gateway(), { token }).then(leaveIt, none),
  )
})

it('metrics are those of both together', async () => {
  const url = await metricsUrl(environment.gateway())
  const series = 'gatehouse_proxied_requests_total{method="GET",status="2xx"}'
  const count = async () => readMetrics(await (await fetch(url)).text()).get(series) ?? 0
  const before = await count()
  await statuses()
  const isCounted = async () => (await count()) === before + 6 || undefined
  expect(await eventually('all six, and no more', isCounted)).toBe(true)
})

it('T-39: withdrawn keys end every token and terminal at both', async () => {
  const terminals = await Promise.all(
    [0, 1].map(() => openTerminal(environment.gateway(), { token })),
  )
  const ends = terminals.map(closing)
  // Both remember the token by now.
  expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200])
  const rotated = await runGatehouse(['keys', 'rotate', '--now', '--yes'], environment.settings)
  expect(rotated.code).toBe(0)
  for (const end of ends) expect((await end)[0]).toBe(4403)
  await eventually('the end of the token', async () => (await statuses())[5] === 401 || undefined)
  expect(await statuses()).toEqual([401, 401, 401, 401, 401, 401])
  token = (await enter(api, ada)).token
  expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200])
})

async function leave(terminals: readonly WebSocket[]): Promise<void> {
  const ends = terminals.map(closing)
  for (const terminal of terminals) terminal.close()
  await Promise.all(ends)
}

async function leaveIt(terminal: WebSocket): Promise<true> {
  await leave([terminal])
  return true
}

const none = () => undefined
