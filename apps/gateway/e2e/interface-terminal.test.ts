/** The WebSocket terminal of the interface document, through the gateway as it is shipped. */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { closing, nextMessage } from '@gatehouse/proxy/testing'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { WebSocket, WebSocketServer } from 'ws'
import { bearer, enter, signUp } from '../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'

let environment: TestEnvironment
let token: string
let sessionToken: string
let apiKey: string

const upgrades: IncomingMessage[] = []
const backend = createServer()
const terminals = new WebSocketServer({ server: backend })

beforeAll(async () => {
  terminals.on('connection', (socket, request) => {
    upgrades.push(request)
    socket.on('message', (data, binary) => socket.send(data, { binary }))
  })
  await once(backend.listen(0, '127.0.0.1'), 'listening')
  const { port } = backend.address() as AddressInfo
  environment = await openTestEnvironment({ MACHINE_BACKEND_URL: `http://127.0.0.1:${port}` })
  const entered = await enter(environment.api, await signUp(environment.api))
  token = entered.token
  sessionToken = entered.session_token
  apiKey = entered.user.api_key
})

afterAll(async () => {
  await environment.close()
  for (const socket of terminals.clients) socket.terminate()
  terminals.close()
  backend.close()
})

describe('/api/terminal/:agent_id/ws', () => {
  it('is opened with the token in the query, and carries both ways', async () => {
    const socket = await open(`?token=${token}`)
    socket.send('ls\n')
    expect(await nextMessage(socket)).toBe('ls\n')
    socket.close(1000)
    expect((await closing(socket))[0]).toBe(1000)
  })

  it('is opened with the token in the header, by programs that can', async () => {
    const socket = await open('', bearer(token))
    socket.close()
    await closing(socket)
  })

  it('T-75: shows the backend the agent and who asks, but no token in the address', async () => {
    const socket = await open(`?columns=80&token=${token}`)
    const { url, headers } = upgrades.at(-1) ?? {}
    expect(url).toBe('/api/terminal/agent-7/ws?columns=80')
    expect(headers).toMatchObject({ authorization: `Bearer ${token}` })
    expect(headers?.['x-gatehouse-role']).toBe('company_admin')
    expect(environment.gateway().output.join('\n')).not.toContain(token)
    socket.close()
    await closing(socket)
  })

  it.each([
    ['no token', () => ''],
    ['a session token', () => `?token=${sessionToken}`],
    ['an API key', () => `?token=${apiKey}`],
    ['an altered token', () => `?token=${token.slice(0, -8)}AAAAAAAA`],
  ])('is refused before the upgrade with %s', async (_what, query) => {
    const before = upgrades.length
    const socket = new WebSocket(address(query()))
    socket.on('error', () => undefined)
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
    expect(response.statusCode).toBe(401)
    expect(response.headers['www-authenticate']).toMatch(/^Bearer /)
    expect(response.headers['content-type']).toBe('application/problem+json')
    response.destroy()
    expect(upgrades).toHaveLength(before)
  })
})

function address(query: string): string {
  return `ws://127.0.0.1:${environment.gateway().port}/api/terminal/agent-7/ws${query}`
}

async function open(query: string, headers: Readonly<Record<string, string>> = {}) {
  const socket = new WebSocket(address(query), { headers })
  await once(socket, 'open')
  return socket
}
