import { once } from 'node:events'
import { type IncomingMessage, type RequestOptions, request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { until } from '@gatehouse/test-services'
import { afterEach, describe, expect, it } from '@jest/globals'
import { pino } from 'pino'
import { createMetricsServer } from './metrics-server.ts'

const toClose: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of toClose.splice(0)) await close()
})

const contentType = 'text/plain; version=0.0.4; charset=utf-8'

describe('the server of the metrics', () => {
  it('answers GET and HEAD /metrics, as Prometheus wants it', async () => {
    const { url } = await start(async () => 'a 1\n')
    const answer = await fetch(`${url}/metrics`)
    expect([answer.status, await answer.text()]).toEqual([200, 'a 1\n'])
    expect(answer.headers.get('content-type')).toBe(contentType)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const head = await fetch(`${url}/metrics?x`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  it.each([
    ['GET', '/'],
    ['GET', '/metrics/'],
    ['GET', '/healthz'],
    ['GET', '/api/auth/login'],
  ])('answers %s %s with 404', async (method, path) => {
    const { url } = await start(async () => 'a 1\n')
    expect((await fetch(`${url}${path}`, { method })).status).toBe(404)
  })

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'])(
    'refuses to be asked by %s',
    async (method) => {
      const { port } = new URL((await start(async () => 'a 1\n')).url)
      const answer = await ask({ port, path: '/metrics', method })
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD'])
    },
  )

  it('reads once for all who ask at the same time', async () => {
    let reads = 0
    const { promise, resolve } = Promise.withResolvers<string>()
    const { url } = await start(() => {
      reads += 1
      return promise
    })
    const answers = [1, 2, 3].map(() => fetch(`${url}/metrics`))
    await until(() => reads > 0)
    await fetch(`${url}/`)
    resolve('a 1\n')
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200])
    expect(reads).toBe(1)
  })

  it('tells nobody why it cannot read them, but the log', async () => {
    const { url, lines } = await start(() => Promise.reject(new Error('secret')))
    const answer = await fetch(`${url}/metrics`)
    expect([answer.status, await answer.text()]).toEqual([500, 'The log says why.\n'])
    expect(lines).toContain('metrics cannot be read')
  })

  it('waits for a port that is taken, and says so once', async () => {
    const taken = await takePort()
    const { url, lines } = await start(async () => 'a 1\n', taken.port)
    await until(() => lines.length > 0)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(lines).toEqual(['metrics are not served yet'])
    await taken.close()
    await until(() => lines.includes('metrics listening'))
    expect((await fetch(`${url}/metrics`)).status).toBe(200)
  })

  it('can be closed while it waits', async () => {
    const taken = await takePort()
    const { lines, close } = await start(async () => '', taken.port)
    await until(() => lines.length > 0)
    await close()
    await taken.close()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(lines).toEqual(['metrics are not served yet'])
  })
})

/** A port that something else has until it is closed. */
async function takePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { port, close: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}

/** `fetch` sends no TRACE. */
async function ask(options: RequestOptions): Promise<IncomingMessage> {
  const [answer] = await once(request({ host: '127.0.0.1', ...options }).end(), 'response')
  answer.resume()
  return answer
}

async function start(metrics: () => Promise<string>, port = 0) {
  const lines: string[] = []
  let bound = port
  const write = (line: string) => {
    const record = JSON.parse(line) as { readonly msg: string; readonly port: number }
    lines.push(record.msg)
    if (record.msg === 'metrics listening') bound = record.port
  }
  const log = pino({ level: 'info' }, { write })
  const registry = { metrics, contentType } as const
  const host = '127.0.0.1'
  const server = createMetricsServer({ host, port, registry, log, retryMs: 10 })
  server.start()
  toClose.push(() => server.close())
  if (port === 0) await until(() => lines.length > 0)
  return { url: `http://127.0.0.1:${bound}`, lines, close: server.close }
}
