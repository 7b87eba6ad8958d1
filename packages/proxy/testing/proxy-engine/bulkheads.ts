import { once } from 'node:events'
import { until } from '@gatehouse/test-services'
import { describe, expect } from '@jest/globals'
import { type Deviations, itBut } from '../it-but.ts'
import { exchange, parseAnswer, send } from '../raw-client.ts'
import { type RecordingBackend, startBackend, startEndlessBackend } from '../recording-backend.ts'
import { requestText, type StartGateway } from './gateway.ts'

/** What one client may take of the backend, and what is left for others. */
export function proxyEngineBulkheads(
  name: string,
  start: StartGateway,
  deviations: Deviations,
): void {
  const it = itBut(deviations)
  describe(`${name} keeps the ProxyEngine contract: bulkheads`, () => {
    it.each([
      ['account', { perUser: 2 }, ['ada a n1', 'ada b n2', 'ada c n3'], 'bob a n1'],
      ['organization', { perTenant: 2 }, ['ada acme n1', 'bob acme n2', 'eve acme n3'], 'ida b n1'],
      ['network', { perNetwork: 2 }, ['ada a n', 'bob b n', 'eve c n'], 'ada a m'],
    ])('T-89: gives one %s its share, and others theirs', async (...[, caps, greedy, other]) => {
      const { backend, finish } = await startPatientBackend()
      const gateway = await start(backend, { maxConnections: 8, caps: like(caps) })
      const asked = greedy.map((party) => exchange(gateway.port, by(party, '/api/greedy')))
      await until(() => backend.arrived() === 2 && gateway.forwarded() === 3)
      const served = exchange(gateway.port, by(other, '/api/other'))
      await until(() => backend.arrived() === 3)
      expect(backend.urls()).toEqual(['/api/greedy', '/api/greedy', '/api/other'])
      finish()
      const answers = await Promise.all([...asked, served])
      expect(answers.map((answer) => parseAnswer(answer).status)).toEqual([200, 200, 200, 200])
    })

    it('T-89: answers 429 when as many of one account wait as it may have, and others are served', async () => {
      const { backend, finish } = await startPatientBackend()
      const caps = like({ perUser: 1 })
      const gateway = await start(backend, { maxConnections: 8, caps })
      const first = exchange(gateway.port, by('ada a n'))
      await until(() => backend.arrived() === 1)
      const second = exchange(gateway.port, by('ada a n'))
      await until(() => gateway.forwarded() === 2)
      const { status, head, body } = parseAnswer(await exchange(gateway.port, by('ada a n')))
      expect(status).toBe(429)
      expect(head).toMatch(/^retry-after: 1\r$/im)
      expect(JSON.parse(body)).toMatchObject({ code: 'rate_limited' })
      const other = exchange(gateway.port, by('bob a n'))
      await until(() => backend.arrived() === 2)
      finish()
      const answers = await Promise.all([first, second, other])
      expect(answers.map((answer) => parseAnswer(answer).status)).toEqual([200, 200, 200])
    })

    it('T-89: gives a free connection to the organization that has least', async () => {
      const { backend, finishOne } = await startPatientBackend()
      const gateway = await start(backend, { maxConnections: 2 })
      const ask = async (party: string) => {
        const known = gateway.forwarded()
        void exchange(gateway.port, by(party, `/api/${party.slice(0, 1)}`))
        await until(() => gateway.forwarded() > known)
      }
      await ask('a acme n')
      await ask('b acme n')
      await until(() => backend.arrived() === 2)
      await ask('c acme n')
      await ask('d globex n')
      finishOne()
      await until(() => backend.arrived() === 3)
      expect(backend.urls().at(-1)).toBe('/api/d')
    })

    it('T-89: a client that was cut off leaves its share to others of its account', async () => {
      const { backend } = await startPatientBackend()
      const gateway = await start(backend, { caps: like({ perUser: 1 }) })
      const first = send(gateway.port, by('ada a n'))
      await until(() => backend.arrived() === 1)
      send(gateway.port, by('ada a n', '/api/second'))
      await until(() => gateway.forwarded() === 2)
      first.destroy()
      await until(() => backend.arrived() === 2)
      expect(backend.urls().at(-1)).toBe('/api/second')
    })

    it.each([
      ['a known length', 'Content-Length: 100000\r\n', 'x'.repeat(60_000), 'x'.repeat(40_000)],
      ['an unknown length', 'Transfer-Encoding: chunked\r\n', '', '5\r\nhello\r\n0\r\n\r\n'],
    ])(
      'T-89: a body of %s takes no connection before it comes',
      async (...[, headers, begin, rest]) => {
        const backend = await startBackend()
        const gateway = await start(backend, { maxConnections: 1 })
        const slow = send(gateway.port, requestText('POST', '/api/slow', { headers, body: begin }))
        await until(() => gateway.forwarded() === 1)
        const answer = await exchange(gateway.port, requestText('GET', '/api/quick'))
        expect(parseAnswer(answer).status).toBe(200)
        expect(backend.accepted()).toBe(1)
        slow.write(rest)
        slow.resume()
        await once(slow, 'close')
        expect(backend.requests.map(({ url }) => url)).toEqual(['/api/quick', '/api/slow'])
      },
    )

    it('sends the first bytes of a body without a known length at once', async () => {
      const { backend } = await startPatientBackend()
      const gateway = await start(backend)
      const headers = 'Transfer-Encoding: chunked\r\n'
      send(gateway.port, requestText('POST', '/api/talk', { headers, body: '5\r\nhello\r\n' }))
      await until(() => backend.arrived() === 1)
      expect(backend.urls()).toEqual(['/api/talk'])
    })

    it.each([
      ['nothing', ''],
      ['a part', 'x'.repeat(70_000)],
    ])(
      'T-89: answers 408 to a client that has sent %s of its body and stops',
      async (_what, body) => {
        const { backend } = await startPatientBackend()
        const gateway = await start(backend, { timeoutSeconds: 0.2 })
        const headers = 'Content-Length: 100000\r\n'
        const text = requestText('POST', '/api/m', { headers, body })
        const answer = parseAnswer(await exchange(gateway.port, text))
        expect(answer.status).toBe(408)
        expect(JSON.parse(answer.body)).toMatchObject({ code: 'request_timeout' })
        await until(() => backend.open() === 0)
      },
    )

    it('T-89: hangs up on a client that sends a byte now and then', async () => {
      const { backend } = await startPatientBackend()
      const gateway = await start(backend, { timeoutSeconds: 0.3 })
      const headers = 'Transfer-Encoding: chunked\r\n'
      const slow = send(gateway.port, requestText('POST', '/api/m', { headers }))
      const timer = setInterval(() => slow.write('1\r\nx\r\n'), 20)
      slow.resume()
      await once(slow, 'close')
      clearInterval(timer)
      await until(() => backend.open() === 0)
      expect(backend.requests).toEqual([])
    })

    it('T-94: hangs up on a client that reads a little now and then', async () => {
      const { backend, cut } = await startEndlessBackend()
      const minBytesPerSecond = 1_000_000_000
      const gateway = await start(backend, { timeoutSeconds: 0.3, minBytesPerSecond })
      const client = send(gateway.port, requestText('GET', '/api/m'))
      await once(client, 'connect')
      client.pause()
      const timer = setInterval(() => client.read(16_384), 20)
      await expect(cut).resolves.toBeUndefined()
      clearInterval(timer)
      client.destroy()
    })

    it('waits for a slow backend however long the client has nothing to do', async () => {
      const { backend, finish } = await startPatientBackend()
      const gateway = await start(backend, { minBytesPerSecond: 1_000_000_000 })
      const headers = 'Content-Length: 2\r\n'
      const asked = exchange(gateway.port, requestText('POST', '/api/m', { headers, body: 'hi' }))
      await until(() => backend.arrived() === 1)
      finish()
      expect(parseAnswer(await asked).status).toBe(200)
    })
  })
}

function like(caps: object) {
  return { perUser: 1000, perTenant: 1000, perNetwork: 1000, ...caps }
}

function by(party: string, target = '/api/m'): string {
  return requestText('GET', target, { headers: `X-Party: ${party}\r\n` })
}

/** A backend that answers when it is told to. */
async function startPatientBackend() {
  const waiting: { readonly url: string; readonly answer: () => void }[] = []
  const urls: string[] = []
  let open = 0
  const recording: RecordingBackend = await startBackend((request, response) => {
    urls.push(request.url ?? '')
    open += 1
    response.on('close', () => {
      open -= 1
    })
    waiting.push({ url: request.url ?? '', answer: () => void response.end('ok') })
    if (isFinished) response.end('ok')
  })
  let isFinished = false
  const backend = { ...recording, arrived: () => urls.length, urls: () => urls, open: () => open }
  return {
    backend,
    finishOne: () => waiting.shift()?.answer(),
    finish() {
      isFinished = true
      for (const { answer } of waiting.splice(0)) answer()
    },
  }
}
