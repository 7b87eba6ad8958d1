/** What a real HAProxy tells backend and clients, beside what a gateway tells them. */
import { createUndiciEngine } from '@gatehouse/proxy'
import { exchange, type Handler, parseAnswer, startBackend } from '@gatehouse/proxy/testing'
import { freePort, until } from '@gatehouse/test-services'
import { describe, expect, it } from '@jest/globals'
import { mintToken, startAttackedGateway } from '../../testing/attacked-gateway.ts'
import { type EdgeSettings, startEdge } from '../support/edge.ts'

const bearer = `Authorization: Bearer ${mintToken({ groups: ['ops', 'dev'], machine_role: 'operator' })}\r\n`

async function start(settings: Partial<EdgeSettings> = {}, handler?: Handler) {
  const backend = await startBackend(handler)
  const gateway = await startAttackedGateway(createUndiciEngine, backend, {
    trustedProxies: ['127.0.0.1'],
  })
  const edge = await startEdge({ backend, gateway, ...settings })
  const ask = (port: number, fields = '', line = 'GET /api/m?a=1') =>
    exchange(
      port,
      `${line} HTTP/1.1\r\nHost: auth.example\r\nConnection: close\r\n${bearer}${fields}\r\n`,
    )
  return { backend, gateway, edge, ask }
}

describe('an edge', () => {
  it('tells the backend the same of a request as a gateway does', async () => {
    const { backend, gateway, edge, ask } = await start()
    const fields = [
      'X-Note: 1, 2',
      'X-Note: 3',
      'Cookie: a=b',
      'Accept: text/plain',
      'X-Forwarded-For: 192.0.2.7',
      'X-Forwarded-Port: 1',
      'X-Real-IP: 192.0.2.7',
      'Forwarded: for=192.0.2.7',
      'X-Request-Id: mine',
    ]
      .map((field) => `${field}\r\n`)
      .join('')
    await ask(gateway.port, fields.replace('X-Forwarded-For: 192.0.2.7\r\n', ''))
    await ask(edge.port, fields)
    const [byGateway, byEdge] = backend.requests
    await hasLogged(edge, / machines 200 /g, 1)
    expect(byEdge?.url).toBe(byGateway?.url)
    const id = { 'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) }
    const connection = { connection: expect.anything() }
    expect({ connection: 'any', ...byEdge?.headers }).toEqual({
      ...byGateway?.headers,
      ...id,
      ...connection,
    })
  })

  it('T-65: leaves to a gateway what claims in any other spelling what only a gateway can know', async () => {
    const { backend, edge, ask } = await start()
    const names = ['X-User-Id', 'X-UserId', 'x-gate-house-role', 'X_User_Role', 'X.Gatehouse.Role']
    const more = ['X-Original-URL', 'Proxy', 'True-Client-IP', 'X-Gatehouse-New', 'XForwardedFor']
    for (const name of [...names, ...more]) {
      await ask(edge.port, `${name}: super_admin\r\n`)
      const { rawHeaders = [] } = backend.requests.at(-1) ?? {}
      expect([name, rawHeaders.filter((value) => value === 'super_admin')]).toEqual([name, []])
    }
    await hasLogged(edge, / gateways 200 /g, names.length + more.length)
    expect(edge.log()).not.toContain('machines 200')
  })

  it('leaves to a gateway all targets, methods and fields that it is not sure of', async () => {
    const { edge, ask } = await start()
    for (const [target, method = 'GET', fields] of [
      ...[['/api/a%20b'], ['/api/m//x'], ['/api/./m'], ['/api/..;/m'], ['/api/m;x'], ['/api/%ff']],
      ...[['/api/auth'], ['/api/AUTH/login'], ['/api/auth.json'], ['/api/terminal/x/ws'], ['/']],
      ...[['/api/m?a=%zz'], ['/API/m'], ['/apix'], ['http://auth.example/api/m']],
      ...[
        ['/api/m', 'OPTIONS'],
        ['/api/m', 'TRACE'],
        ['/api/m', 'PROPFIND'],
      ],
      ['/api/m', 'POST', 'Transfer-Encoding: chunked\r\n\r\n0\r\n'],
      ['/api/m', 'POST', 'Expect: 100-continue\r\nContent-Length: 0\r\n'],
      ['/api/m', 'GET', 'Connection: X-Note\r\nX-Note: 1\r\n'],
      ['/api/m', 'GET', 'Upgrade: h2c\r\n'],
      ['/api/m', 'GET', 'TE: trailers\r\n'],
      ['/api/m', 'GET', 'Destination: http://x/api/n\r\n'],
      ['/api/m', 'GET', 'Keep-Alive: timeout=9\r\n'],
      ['/api/m', 'GET', 'Proxy-Authorization: Basic eA==\r\n'],
      ['/api/m', 'GET', bearer],
      ['/api/m', 'GET', 'Cookie: __Host-gatehouse-session=x\r\n'],
    ] as const) {
      await ask(edge.port, fields, `${method} ${target}`)
    }
    await hasLogged(edge, / gateways \d{3} /g, 28)
    expect(edge.log()).not.toMatch(/ machines /)
  })

  it('sends on a body with its length', async () => {
    const { backend, edge } = await start()
    const text = `PUT /api/m HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${bearer}Content-Length: 3\r\n\r\nabc`
    expect(parseAnswer(await exchange(edge.port, text)).status).toBe(200)
    expect(backend.requests).toMatchObject([{ method: 'PUT', bytes: 3 }])
    await hasLogged(edge, / machines 200 /g, 1)
  })

  it('tells clients the same of an answer as a gateway does', async () => {
    const { edge, gateway, ask } = await start({}, (request, response) => {
      const place = `http://${request.headers.host}/api/next`
      response.writeHead(201, {
        ...{ Location: place, 'Content-Location': `${place}?a=b`, 'Keep-Alive': 'timeout=99' },
        ...{ Refresh: `9; URL='${place}'` },
        ...{ 'Access-Control-Allow-Origin': '*', 'X-Request-Id': 'backend', Vary: 'Accept' },
      })
      response.end('made')
    })
    for (const origin of [
      '',
      'Origin: https://app.example\r\n',
      'Origin: https://evil.example\r\n',
    ]) {
      const one = fieldsOf(await ask(gateway.port, origin))
      const other = fieldsOf(await ask(edge.port, origin))
      expect(one.get('location')).toEqual(['/api/next'])
      expect(one.get('refresh')).toEqual(["9; URL='/api/next'"])
      for (const fields of [one, other]) {
        expect(fields.get('x-request-id')).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
        for (const name of [
          'x-request-id',
          'date',
          'keep-alive',
          'content-length',
          'transfer-encoding',
        ]) {
          fields.delete(name)
        }
        fields.set(
          'vary',
          (fields.get('vary') ?? []).flatMap((value) => value.split(', ')).toSorted(),
        )
      }
      expect(Object.fromEntries(other)).toEqual(Object.fromEntries(one))
    }
    await hasLogged(edge, / machines 201 /g, 3)
  })

  it('names places elsewhere as the backend does', async () => {
    const { edge, ask } = await start({}, (_request, response) =>
      response.writeHead(302, { Location: 'https://elsewhere.example/a' }).end(),
    )
    const answer = await ask(edge.port)
    expect(fieldsOf(answer).get('location')).toEqual(['https://elsewhere.example/a'])
  })

  it('T-69: takes no other protocol of the backend, and no fields that it names', async () => {
    for (const fields of [{ Upgrade: 'x', Connection: 'Upgrade' }, { Connection: 'X-Secret' }]) {
      const { edge, ask } = await start({}, (_request, response) => {
        response.socket?.end(
          `HTTP/1.1 ${'Upgrade' in fields ? '101 Switching' : '200 OK'}\r\n${Object.entries(fields)
            .map((field) => `${field.join(': ')}\r\n`)
            .join('')}X-Secret: 1\r\n\r\n`,
        )
      })
      const answer = await ask(edge.port)
      expect(parseAnswer(answer)).toMatchObject({ status: 502 })
      expect(answer).not.toMatch(/x-secret/i)
    }
  })

  it('answers by itself in the form of all problems', async () => {
    const { edge } = await start({ gateway: { port: await freePort() } })
    const answer = parseAnswer(
      await exchange(edge.port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
    )
    expect(answer.status).toBe(503)
    expect(fieldsOf(answer.head).get('content-type')).toEqual(['application/problem+json'])
    const { request_id: id, ...body } = JSON.parse(answer.body) as Record<string, unknown>
    expect([body, id]).toEqual([
      { status: 503, code: 'overloaded' },
      expect.stringMatching(/^[0-9a-f-]{36}$/),
    ])
    expect(fieldsOf(answer.head).get('x-request-id')).toEqual([id])
    expect(await exchange(edge.port, 'GET\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
  })

  it('T-89: leaves what is more than one share to a gateway', async () => {
    const { promise: wait, resolve: finish } = Promise.withResolvers<void>()
    const { backend, edge, ask } = await start(
      { limits: { caps: { perUser: 2, perTenant: 100, perNetwork: 100 } } },
      (_request, response) => void wait.then(() => response.end('ok')),
    )
    const asked = [1, 2, 3].map(() => ask(edge.port))
    await until(() => backend.requests.length === 3)
    finish()
    await Promise.all(asked)
    await hasLogged(edge, / machines 200 /g, 2)
    await hasLogged(edge, / gateways 200 /g, 1)
    await ask(edge.port)
    await hasLogged(edge, / machines 200 /g, 3)
  })

  it('counts for Prometheus what went which way', async () => {
    const port = await freePort()
    const { edge, ask } = await start({ metrics: `127.0.0.1:${port}` })
    await ask(edge.port)
    await ask(edge.port, '', 'GET /')
    const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    const counted = 'haproxy_backend_http_responses_total'
    // What has been answered is counted a moment later.
    for (const [proxy, code] of [
      ['machines', '2xx'],
      ['gateways', '4xx'],
    ]) {
      const line = new RegExp(`^${counted}\\{proxy="${proxy}",code="${code}"\\} 1$`, 'm')
      await until(async () => line.test(await read()))
    }
    const text = await read()
    expect(text).toMatch(/^haproxy_backend_total_time_average_seconds\{proxy="machines"\} [\d.]+$/m)
  })
})

/** Waits for lines of the log, which come a moment after the answers. */
async function hasLogged(edge: { log(): string }, lines: RegExp, count: number): Promise<void> {
  await until(() => (edge.log().match(lines) ?? []).length >= count)
  expect(edge.log().match(lines)).toHaveLength(count)
}

function fieldsOf(answer: string): Map<string, readonly string[]> {
  const fields = new Map<string, readonly string[]>()
  const [head = ''] = answer.split('\r\n\r\n')
  for (const line of head.split('\r\n').slice(1).filter(Boolean)) {
    const [, name = '', value = ''] = /^([^:]+): ?(.*)$/.exec(line) ?? []
    const key = name.toLowerCase()
    fields.set(key, [...(fields.get(key) ?? []), value])
  }
  return fields
}
