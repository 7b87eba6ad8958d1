/** What clients see of a gateway that is told to stop. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { closing, nextMessage, openTerminal } from '@gatehouse/proxy/testing'
import { eventually } from '@gatehouse/test-services'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { WebSocketServer } from 'ws'
import { bearer, enter, signUp } from '../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'

let environment: TestEnvironment
let token: string
/** Requests to `/api/slow` that the backend has not answered. */
const held: ServerResponse[] = []
const backend = createServer((request, response) => {
  response.write('begun, ')
  if (request.url === '/api/slow') held.push(response)
  else response.end('done')
})
const terminals = new WebSocketServer({ server: backend })

beforeAll(async () => {
  terminals.on('connection', (socket) => {
    socket.on('message', (data, binary) => socket.send(data, { binary }))
  })
  await once(backend.listen(0, '127.0.0.1'), 'listening')
  const { port } = backend.address() as AddressInfo
  environment = await openTestEnvironment({
    MACHINE_BACKEND_URL: `http://127.0.0.1:${port}`,
    SHUTDOWN_DELAY_SECONDS: '2',
    SHUTDOWN_GRACE_SECONDS: '10',
  })
  token = (await enter(environment.api, await signUp(environment.api))).token
})

afterAll(async () => {
  await environment.close()
  for (const socket of terminals.clients) socket.terminate()
  terminals.close()
  backend.closeAllConnections()
  backend.close()
})

describe('a gateway that got SIGTERM', () => {
  it('turns off readiness, then listens no more, and ends everything in order', async () => {
    const gateway = environment.gateway()
    const open = [
      await openTerminal(gateway, { token }),
      await openTerminal(gateway, { token }),
      await openTerminal(gateway, { token }),
    ]
    const slow = ask('/api/slow')
    await eventually('the slow request at the backend', () => held[0])

    const ends = open.map((socket) => closing(socket))
    gateway.signal('SIGTERM')
    expect(await eventually('the end of readiness', readinessUnlessOk)).toBe('draining')
    expect(await ask('/api/machines')).toBe('200 begun, done')
    const late = await openTerminal(gateway, { token })
    ends.push(closing(late))
    expect(await eventually('a refused connection', readinessUnlessDraining)).toBe('refused')

    held[0]?.end('and done')
    expect(await slow).toBe('200 begun, and done')
    // Each is closed while those after it still work.
    for (const [index, end] of ends.entries()) {
      expect(await end).toEqual([1012, 'The service restarts'])
      const next = [...open, late][index + 1]
      next?.send('still there')
      if (next) expect(await nextMessage(next)).toBe('still there')
    }
    expect(await gateway.ended).toBe(0)
  })

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('ends at once when it gets %s as well', async (signal, code) => {
    await environment.restart({ SHUTDOWN_GRACE_SECONDS: '3600' })
    const before = held.length
    const cut = ask('/api/slow')
    await eventually('the slow request at the backend', () => held[before])
    environment.gateway().signal('SIGTERM')
    await eventually('the end of readiness', readinessUnlessOk)
    environment.gateway().signal(signal)
    expect(await environment.gateway().ended).toBe(code)
    expect(await cut).toBe('cut')
  })
})

/** The status and the whole text of an answer. */
async function ask(path: string): Promise<string> {
  try {
    const answer = await fetch(`${environment.gateway().url}${path}`, { headers: bearer(token) })
    return `${answer.status} ${await answer.text()}`
  } catch {
    return 'cut'
  }
}

/** What `/readyz` says, asked over a new connection. */
async function readiness(): Promise<unknown> {
  const headers = { connection: 'close' }
  try {
    const answer = await fetch(`${environment.gateway().url}/readyz`, { headers })
    return ((await answer.json()) as { readonly status: unknown }).status
  } catch {
    return 'refused'
  }
}

async function readinessUnlessOk(): Promise<unknown> {
  const status = await readiness()
  return status === 'ok' ? undefined : status
}

async function readinessUnlessDraining(): Promise<unknown> {
  const status = await readiness()
  return status === 'draining' ? undefined : status
}
