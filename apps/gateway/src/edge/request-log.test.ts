import { createServer, get } from 'node:http'
import { describe, expect, it } from '@jest/globals'
import { listen } from '../../testing/listen.ts'
import { watchExchange } from './exchange-end.ts'
import { createAccessLog } from './request-log.ts'
import type { RequestFacts } from './requester.ts'

const facts: RequestFacts = {
  address: '192.0.2.1',
  from: {
    client: 'cli',
    network: '192.0.2.0',
    userAgent: 'agent "quoted"\u001b[31m',
    requestId: 'r-1',
    receivedAt: new Date('2030-01-01T00:00:00Z'),
  },
}

describe('the path that is logged', () => {
  it.each([
    ['/api/machines', '/api/machines'],
    ['/api/terminal/a/ws?token=secret-1', '/api/terminal/a/ws'],
    ['/api/terminal/a/ws?x=1&TOKEN=secret-1', '/api/terminal/a/ws'],
    ['/page#token=secret-1', '/page'],
    ['http://user:secret-1@host/path', '(not a path)'],
    ['*', '(not a path)'],
  ])('T-75: of %s is %s', async (target, path) => {
    const [line] = await linesOf(target)
    expect(line?.path).toBe(path)
  })

  it('has an end', async () => {
    const [line] = await linesOf(`/${'x'.repeat(10_000)}`)
    expect(line?.path).toHaveLength(256)
  })
})

describe('the line of a request', () => {
  it('has what finds it again, and nothing that is secret (T-82)', async () => {
    const [line] = await linesOf('/api/terminal/a/ws?token=secret-1')
    expect(line).toEqual({
      request_id: 'r-1',
      method: 'GET',
      path: '/api/terminal/a/ws',
      status: 418,
      complete: true,
      ms: expect.any(Number),
      network: '192.0.2.0',
      client: 'cli',
    })
  })

  it('names the trace that the request belongs to', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    const [line] = await linesOf('/', { traceparent })
    expect(line).toMatchObject({ trace_id: '0af7651916cd43dd8448eb211c80319c' })
  })

  it('is written once, when the answer is out', async () => {
    expect(await linesOf('/')).toHaveLength(1)
  })

  it('says when the client did not get all of it', async () => {
    const [line] = await linesOf('/', { cut: true })
    expect(line).toMatchObject({ complete: false })
  })

  it('T-83: is one line of JSON whatever the path has in it', async () => {
    const [line] = await linesOf('/%0a{"level":50}%1b[31m"')
    expect(line?.path).toBe('/%0a{"level":50}%1b[31m"')
  })
})

async function linesOf(target: string, { cut = false, traceparent = '' } = {}) {
  const lines: Record<string, unknown>[] = []
  const { promise: written, resolve } = Promise.withResolvers<void>()
  const write = (members: string) => {
    lines.push(JSON.parse(`{${members}}`) as Record<string, unknown>)
    resolve()
  }
  const server = createServer((request, response) => {
    watchExchange(request, response, { facts, onEnd: createAccessLog({ write }) })
    response.statusCode = 418
    if (!cut) response.end('answer')
    else response.write('half', () => response.destroy())
  })
  const { port } = await listen(server)
  const headers = { authorization: 'Bearer secret-2', cookie: 'secret-3', traceparent }
  const asked = get({ port, host: '127.0.0.1', path: target, headers }, (answer) =>
    answer.on('error', () => undefined).resume(),
  )
  asked.on('error', () => undefined)
  await written
  expect(JSON.stringify(lines)).not.toContain('secret-')
  return lines
}
