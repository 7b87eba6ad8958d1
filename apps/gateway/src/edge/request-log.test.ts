import { spawnSync } from 'node:child_process'
import { createServer, get } from 'node:http'
import { join } from 'node:path'
import type { RequestFacts } from '@gatehouse/http-api'
import { listen } from '@gatehouse/proxy/testing'
import { describe, expect, it } from '@jest/globals'
import { membersOf } from './request-log.ts'
import { type ExchangeEnd, watchExchange } from './watch-exchange.ts'

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

describe('the fields of a line', () => {
  it.each([
    ['plain', '/api/machines/a-1?x=y', '/api/machines/a-1'],
    ['of other scripts', '/\u00e9\u20ac\u{1f600}', '/\u00e9\u20ac\u{1f600}'],
    ['of what JSON escapes', '/"\\\n\u007f\ud800', '/"\\\n\u007f\ud800'],
  ])('are ASCII, and say the same path, for one that is %s', (_what, url, path) => {
    const text = membersOf(endOf({ method: 'GET', url, headers: {} }))
    expect(text).toMatch(/^[ -~]*$/)
    expect(JSON.parse(`{${text}}`)).toMatchObject({ path })
  })
})

describe('the trace that is logged', () => {
  const trace = '0af7651916cd43dd8448eb211c80319c'
  const parent = 'b7ad6b7169203331'
  const good = `00-${trace}-${parent}-01`

  it.each([
    ['as it is now', good],
    ['not sampled', `00-${trace}-${parent}-00`],
    ['of a later version', `01-${trace}-${parent}-01-more`],
  ])('is that of a traceparent %s', (_how, traceparent) => {
    expect(traceOf(traceparent)).toBe(trace)
  })

  it.each([
    ['is not there', undefined],
    ['is empty', ''],
    ['came twice', `${good}, ${good}`],
    ['is in capitals', good.toUpperCase()],
    ['has no trace', `00-${'0'.repeat(32)}-${parent}-01`],
    ['has no parent', `00-${trace}-${'0'.repeat(16)}-01`],
    ['has a version that cannot be', `ff-${trace}-${parent}-01`],
    ['is something else (T-83)', `00-${trace}-${parent}-01\n{"level":60}`],
  ])('is none when it %s', (_how, traceparent) => {
    expect(traceOf(traceparent)).toBeUndefined()
  })
})

describe('the log of requests on standard output', () => {
  it.each([
    ['ends', ''],
    ['ends by process.exit', 'process.exit(0)'],
    ['fails', 'throw new Error("bug")'],
    ['fails later', 'setImmediate(() => { throw new Error("bug") })'],
  ])('has the line of every request when the process %s', (_how, end) => {
    const lines = run(`
      const log = createRequestLog({ level: 'info', format: 'auto' })
      for (let at = 0; at < 1000; at += 1) log.write(ended('/' + at))
      ${end}`)
    expect(lines[0]).toEqual({
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      service: 'gatehouse',
      ...{ request_id: 'r-1', method: 'GET', path: '/0', status: 200, complete: true },
      ...{ ms: 2, network: '192.0.2.0', client: 'cli', msg: 'request' },
    })
    const paths = Array.from({ length: 1000 }, (_, at) => `/${at}`)
    expect(lines.map(({ path }) => path)).toEqual(paths)
  })

  it.each(['warn', 'silent'])('has no line of a request at the level %s', (level) => {
    expect(
      run(`createRequestLog({ level: '${level}', format: 'auto' }).write(ended('/'))`),
    ).toEqual([])
  })
})

function endOf(request: object, more: object = {}) {
  return { request, facts, status: 200, complete: true, seconds: 0.002, ...more } as ExchangeEnd
}

function traceOf(traceparent: string | undefined): unknown {
  const end = endOf({ method: 'GET', url: '/', headers: { traceparent } })
  return (JSON.parse(`{${membersOf(end)}}`) as { readonly trace_id?: unknown }).trace_id
}

/** What a process of its own prints. */
function run(code: string): readonly Readonly<Record<string, unknown>>[] {
  const module = JSON.stringify(join(import.meta.dirname, 'request-log.ts'))
  const end = JSON.stringify(endOf({ method: 'GET', headers: {} }))
  const text = `
    const { createRequestLog } = await import(${module})
    const end = ${end}
    const ended = (url) => ({ ...end, request: { ...end.request, url } })
    ${code}`
  const options = ['--conditions=@gatehouse/source', '--input-type=module', '-e', text]
  const { stdout } = spawnSync(process.execPath, options, { encoding: 'utf8' })
  const lines = stdout.split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
}

async function linesOf(target: string, { cut = false, traceparent = '' } = {}) {
  const lines: Record<string, unknown>[] = []
  const { promise: written, resolve } = Promise.withResolvers<void>()
  const onEnd = (end: ExchangeEnd) => {
    lines.push(JSON.parse(`{${membersOf(end)}}`) as Record<string, unknown>)
    resolve()
  }
  const server = createServer((request, response) => {
    watchExchange(request, response, { facts, onEnd })
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
