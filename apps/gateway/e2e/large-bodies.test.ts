/**
 * T-68, T-72: bodies far larger than memory, through the gateway as it is shipped. 1 GiB each way
 * unless LARGE_BODY_GIB says otherwise.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, get, type IncomingMessage, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { bearer, enter, signUp } from '../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'

const mebibyte = 1024 * 1024
const size = Number(process.env.LARGE_BODY_GIB ?? 1) * 1024 * mebibyte
const block = Buffer.alloc(mebibyte, 'x')

/** What a gateway may take beyond what it had, whatever goes through it. */
const maxGrowth = 192 * mebibyte

/** Counts what it gets; answers `/api/down` with as much. */
const backend = createServer((request, response) => {
  if (request.url === '/api/down') {
    response.writeHead(200, { 'Content-Length': size })
    void pour((chunk) => response.write(chunk), response).then(() => response.end())
    return
  }
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  request.on('end', () => response.end(String(bytes)))
})

beforeAll(async () => {
  await once(backend.listen(0, '127.0.0.1'), 'listening')
})

afterAll(() => {
  backend.closeAllConnections()
  backend.close()
})

describe.each(['undici', 'http-proxy-middleware'])('through %s', (engine) => {
  let environment: TestEnvironment
  let headers: Readonly<Record<string, string>>
  let before: number

  beforeAll(async () => {
    const { port } = backend.address() as AddressInfo
    environment = await openTestEnvironment({
      MACHINE_BACKEND_URL: `http://127.0.0.1:${port}`,
      PROXY_ENGINE: engine,
    })
    const { token } = await enter(environment.api, await signUp(environment.api))
    headers = bearer(token)
    before = peakMemory(environment.gateway().pid)
  })

  afterAll(() => environment.close())

  it('T-68: a download of more than memory arrives whole, at constant memory', async () => {
    const url = `${environment.gateway().url}/api/down`
    const [answer] = (await once(get(url, { headers, agent: false }), 'response')) as [
      IncomingMessage,
    ]
    let bytes = 0
    for await (const chunk of answer) bytes += (chunk as Buffer).length
    expect(bytes).toBe(size)
    expectSteadyMemory()
  }, 600_000)

  it('T-68: an upload of more than memory arrives whole, at constant memory', async () => {
    const url = `${environment.gateway().url}/api/up`
    const upload = sendRequest(url, { method: 'POST', headers, agent: false })
    const answered = once(upload, 'response') as Promise<[IncomingMessage]>
    await pour((chunk) => upload.write(chunk), upload)
    upload.end()
    const [answer] = await answered
    const chunks: Buffer[] = await answer.toArray()
    expect(Buffer.concat(chunks).toString()).toBe(String(size))
    expectSteadyMemory()
  }, 600_000)

  it('a client that reads nothing for a while makes the backend wait, and no memory grow', async () => {
    const url = `${environment.gateway().url}/api/down`
    const [answer] = (await once(get(url, { headers, agent: false }), 'response')) as [
      IncomingMessage,
    ]
    await sleep(2000)
    expectSteadyMemory()
    answer.destroy()
  })

  function expectSteadyMemory(): void {
    const grown = peakMemory(environment.gateway().pid) - before
    expect(grown).toBeLessThan(maxGrowth)
  }
})

/** Writes as much as is asked for, no faster than it is taken. */
async function pour(
  write: (chunk: Buffer) => boolean,
  drains: NodeJS.EventEmitter & { readonly destroyed: boolean },
): Promise<void> {
  const closed = once(drains, 'close')
  for (let sent = 0; sent < size && !drains.destroyed; sent += block.length) {
    if (!write(block)) await Promise.race([once(drains, 'drain'), closed])
  }
}

/** The most that a process has had in memory so far, in bytes. */
function peakMemory(pid = 0): number {
  const [, kibibytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kibibytes) * 1024
}
