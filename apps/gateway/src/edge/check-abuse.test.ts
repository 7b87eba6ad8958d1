/** T-109 on bare sockets: what another proxy may let pass is what the gateway itself would carry. */
import { createUndiciEngine } from '@gatehouse/proxy'
import { exchange, startBackend } from '@gatehouse/proxy/testing'
import { describe, expect, it } from '@jest/globals'
import { mintToken, startAttackedGateway } from '../../testing/attacked-gateway.ts'
import traversal from './fixtures/directory-traversal.json' with { type: 'json' }
import nomore403 from './fixtures/nomore403.json' with { type: 'json' }

const bearer = `Authorization: Bearer ${mintToken()}\r\n`

async function start(trustedProxies: readonly string[] = ['127.0.0.1']) {
  const backend = await startBackend()
  const gateway = await startAttackedGateway(createUndiciEngine, backend, { trustedProxies })
  const ask = async (line: string, fields: string) => {
    const text = `${line} HTTP/1.1\r\nHost: auth.example\r\nConnection: close\r\n${fields}\r\n`
    return /^HTTP\/1\.1 (\d{3}) /.exec(await exchange(gateway.port, text))?.[1]
  }
  return {
    backend,
    ask,
    inFields: (target: string, fields = bearer, method = 'GET') =>
      ask('GET /api/auth/verify', handedOn(target, method) + fields),
    inTarget: (target: string, fields = bearer, method = 'GET') =>
      ask(`${method} /api/auth/verify${target}`, fields),
  }
}

function handedOn(target: string, method: string): string {
  return [`Method: ${method}`, 'Host: auth.example', `Uri: ${target}`]
    .map((field) => `X-Forwarded-${field}\r\n`)
    .join('')
}

const hostile = [
  ...nomore403.infixes.map((infix) => `/api${infix}machines`),
  ...nomore403.suffixes.map((suffix) => `/api/machines${suffix}`),
  ...traversal.map((path) => `/api/${path}`),
  ...['/api/machines;x', '/API/machines', '/api/machines?next=//evil/../x', '/api/AUTH/login'],
  ...['/api/auth/..%2fmachines', '/api/auth/verify/api/machines', '/api/auth/verify'],
].filter((target) => /^[!-~]+$/.test(target))

describe('a confusing target', () => {
  it('T-64: passes exactly where the gateway would carry it, in either form', async () => {
    const { ask, backend, inFields, inTarget } = await start()
    const verdicts = { carried: [] as string[], fields: [] as string[], target: [] as string[] }
    for (const target of hostile) {
      const seen = backend.requests.length
      await ask(`GET ${target}`, bearer)
      if (backend.requests.length > seen) verdicts.carried.push(target)
      // Outside /api/ a target is the gateway's own here, and what a proxy guards there.
      else if (isOwn(target)) continue
      if ((await inFields(target)) === '200') verdicts.fields.push(target)
      if ((await inTarget(target)) === '200') verdicts.target.push(target)
    }
    expect(verdicts.carried.length).toBeGreaterThan(5)
    expect(verdicts.fields).toEqual(verdicts.carried)
    expect(verdicts.target).toEqual(verdicts.carried)
  })

  it('is refused whatever method is said to be its own', async () => {
    const { inFields, inTarget } = await start()
    for (const method of ['GET', 'POST', 'OPTIONS', 'HEAD']) {
      expect(await inFields('//api/machines', bearer, method)).toBe('403')
      expect(await inFields('/api/auth/login', bearer, method)).toBe('403')
      expect(await inTarget('//api/machines', bearer, method)).toBe('400')
      expect(await inTarget('/api/auth/login', bearer, method)).toBe('403')
    }
    expect(await inTarget('/api/machines', bearer, 'TRACE')).toBe('403')
  })
})

it('passes without a token in no form, and reaches no backend', async () => {
  const { backend, inFields, inTarget } = await start()
  for (const target of ['/api/machines', '/', '/api/terminal/a/ws']) {
    expect([await inFields(target, ''), await inTarget(target, '')]).toEqual(['401', '401'])
  }
  expect(backend.requests).toEqual([])
})

it('is no preflight, but for a proxy that asks with the method of the request', async () => {
  const { inFields, inTarget } = await start()
  const leave = 'Origin: https://app.example\r\nAccess-Control-Request-Method: PUT\r\n'
  expect(await inFields('/api/machines', leave, 'OPTIONS')).toBe('401')
  // Any answer but 200 is a refusal there, and this one is what the page asked for.
  expect(await inTarget('/api/machines', leave, 'OPTIONS')).toBe('204')
})

it('has no target behind its address for anybody else', async () => {
  const { inFields, inTarget } = await start([])
  expect([await inFields('/api/machines'), await inTarget('/api/machines')]).toEqual(['403', '404'])
})

function isOwn(target: string): boolean {
  return !/^\/api(?:\/|$)/.test(target)
}
