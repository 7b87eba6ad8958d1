/** Terminals under abuse, and many of them, through the gateway as it is shipped. */
import { once } from 'node:events'
import {
  exchange,
  handshakeText,
  parseAnswer,
  startSharedTerminalBackend,
  type TerminalBackend,
} from '@gatehouse/proxy/testing'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { WebSocket } from 'ws'
import { inParallel } from '../testing/in-parallel.ts'
import { enter, signUp } from '../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'
import { unlimited } from '../testing/unlimited.ts'

const many = 500

let backend: TerminalBackend
let environment: TestEnvironment
let token: string

beforeAll(async () => {
  backend = await startSharedTerminalBackend()
  environment = await openTestEnvironment({
    ...unlimited,
    MACHINE_BACKEND_URL: backend.url,
    TERMINAL_MAX_PER_USER: String(many),
    TERMINAL_MAX_PER_NETWORK: String(many),
  })
  token = (await enter(environment.api, await signUp(environment.api))).token
})

afterAll(async () => {
  await environment.close()
  await backend.close()
})

const agent = '/api/terminal/agent-7/ws'

describe('an upgrade that is nearly right', () => {
  it.each([
    ['T-77: another version', () => asking(agent, { 'Sec-WebSocket-Version': '7777' }), 400],
    ['T-77: no key', () => asking(agent, { 'Sec-WebSocket-Key': undefined }), 400],
    ['T-77: a short key', () => asking(agent, { 'Sec-WebSocket-Key': 'dGhl' }), 400],
    ['T-77: HTTP/1.0', () => asking(agent).replace('HTTP/1.1', 'HTTP/1.0'), 400],
    ['T-77: a body', () => asking(agent, { 'Content-Length': '2' }), 400],
    ['T-75: with two tokens in the query', () => asking(`${agent}?token=x`), 400],
    ['T-79: an agent that leads elsewhere', () => asking('/api/terminal/../machines/ws'), 400],
    ['T-79: one that does so encoded', () => asking('/api/terminal/%2e%2e%2f/ws'), 400],
    ['T-79: one with a slash', () => asking('/api/terminal/a/b/ws'), 400],
    ['T-79: one with an encoded slash', () => asking('/api/terminal/a%2fb/ws'), 400],
    ['T-79: no agent', () => asking('/api/terminal//ws'), 400],
    ['T-79: an agent with parameters', () => asking('/api/terminal/a;b=c/ws'), 400],
    ['T-79: one in other letters', () => asking('/api/terminal/agént/ws'), 400],
    ['T-79: one in other letters, encoded', () => asking('/api/terminal/ag%C3%A9nt/ws'), 400],
    ['T-79: one of 129 letters', () => asking(`/api/terminal/${'a'.repeat(129)}/ws`), 400],
    ['T-79: one of 10 KB', () => asking(`/api/terminal/${'a'.repeat(10_240)}/ws`), 400],
    ['T-80: 3,000 headers', () => asking(agent, fields(3000)), 431],
    ['T-80: more than 100 headers', () => asking(agent, fields(101)), 431],
  ])('%s is refused and hung up on, and nobody hears of it', async (_what, ask, status) => {
    const before = backend.accepted()
    const answer = parseAnswer(await exchange(environment.gateway().port, ask()))
    expect(answer.status).toBe(status)
    expect(answer.head).toMatch(/^connection: close\r$/im)
    expect(answer.head).toMatch(/^content-type: application\/problem\+json\r$/im)
    expect(backend.accepted()).toBe(before)
    expect(answer.body + environment.gateway().output.join()).not.toContain(token)
  })

  it.each([
    ['another protocol', () => asking(agent, { Upgrade: 'h2c' }), 400],
    ['POST', () => asking(agent).replace('GET', 'POST'), 405],
    ['another address', () => asking('/api/machines'), 401],
    ['an address of our own', () => asking('/api/auth/login'), 405],
    ['the health', () => asking('/healthz'), 200],
  ])('T-77: is answered as if it were none: %s', async (_what, ask, status) => {
    const before = backend.accepted()
    const text = ask().replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
    expect(parseAnswer(await exchange(environment.gateway().port, text)).status).toBe(status)
    expect(backend.accepted()).toBe(before)
  })

  it('T-77: is answered a thousand times, and the gateway goes on', async () => {
    const before = backend.accepted()
    const text = asking('/nowhere').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
    const numbers = Array.from({ length: 1000 }, (_, number) => number)
    const statuses = await inParallel(numbers, async () => {
      return parseAnswer(await exchange(environment.gateway().port, text)).status
    })
    expect(new Set(statuses)).toEqual(new Set([404]))
    expect(backend.accepted()).toBe(before)
  })

  it('T-77: is not followed by what came behind it', async () => {
    const before = backend.accepted()
    const next = 'GET /api/machines HTTP/1.1\r\nHost: x\r\n\r\n'
    const all = await exchange(environment.gateway().port, asking(agent) + next)
    // One answer with its length, and no other behind it.
    expect(JSON.parse(parseAnswer(all).body)).toMatchObject({ code: 'malformed_request' })
    expect(backend.accepted()).toBe(before)
  })
})

it(`T-80: carries ${many} terminals at once, and not one more`, async () => {
  const terminals: WebSocket[] = []
  for (let opened = 0; opened < many; opened += 50) {
    terminals.push(...(await Promise.all(Array.from({ length: 50 }, open))))
  }
  const answer = parseAnswer(await exchange(environment.gateway().port, asking(agent)))
  expect(JSON.parse(answer.body)).toMatchObject({ status: 429, code: 'rate_limited' })

  const echoes = terminals.map((terminal) => once(terminal, 'message'))
  for (const [index, terminal] of terminals.entries()) terminal.send(`terminal ${index}`)
  const texts = (await Promise.all(echoes)).map(([data]) => String(data))
  expect(texts).toEqual(terminals.map((_terminal, index) => `terminal ${index}`))

  const ends = terminals.map((terminal) => once(terminal, 'close'))
  for (const terminal of terminals) terminal.close(1000)
  const codes = (await Promise.all(ends)).map(([code]) => Number(code))
  expect(new Set(codes)).toEqual(new Set([1000]))
})

function asking(target: string, changes: Readonly<Record<string, string | undefined>> = {}) {
  const separator = target.includes('?') ? '&' : '?'
  return handshakeText(`${target}${separator}token=${token}`, changes)
}

function fields(count: number): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`X-${index}`, 'x']))
}

async function open(): Promise<WebSocket> {
  const address = `ws://127.0.0.1:${environment.gateway().port}${agent}?token=${token}`
  const socket = new WebSocket(address)
  await once(socket, 'open')
  return socket
}
