/** What a real HAProxy lets through to the backend by itself. No gateway is behind it: all else is 503. */
import { createHmac } from 'node:crypto'
import type { Ending, SigningKey } from '@gatehouse/auth-core/ports'
import { createMemorySigningKey } from '@gatehouse/auth-core/testing'
import { exchange, parseAnswer, startBackend } from '@gatehouse/proxy/testing'
import { until } from '@gatehouse/test-services'
import { describe, expect, it } from '@jest/globals'
import { attackedKey, mintToken } from '../../testing/attacked-gateway.ts'
import { type EdgeSettings, startEdge } from '../support/edge.ts'

const now = () => Math.floor(Date.now() / 1000)
const hour = 3_600_000

async function start(settings: Partial<EdgeSettings> = {}) {
  const backend = await startBackend()
  const edge = await startEdge({ backend, ...settings })
  const get = async (token: string) => {
    const fields = `Host: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n`
    return parseAnswer(await exchange(edge.port, `GET /api/m HTTP/1.1\r\n${fields}\r\n`)).status
  }
  return { backend, edge, get }
}

describe('an edge', () => {
  it('sends a request with a good token straight to the backend', async () => {
    const { backend, get } = await start()
    expect(await get(mintToken())).toBe(200)
    expect(backend.requests).toMatchObject([{ url: '/api/m', method: 'GET' }])
  })

  it('T-35: sends on no request whose token another key signed, or that is spelled otherwise', async () => {
    const { backend, get } = await start()
    for (const token of forgeries()) expect([token, await get(token)]).toEqual([token, 503])
    expect(backend.requests).toEqual([])
    expect(await get(mintToken())).toBe(200)
  })

  it('T-37: goes by the times of a token, to the second', async () => {
    const { get } = await start()
    const iat = now()
    expect(await get(mintToken({ exp: iat }))).toBe(503)
    expect(await get(mintToken({ exp: iat + hour }))).toBe(200)
    expect(await get(mintToken({ iat: iat + 60 }))).toBe(503)
    expect(await get(mintToken({ iat: iat + 3 }))).toBe(200)
    expect(await get(mintToken({ iat: iat - 86_400, exp: iat + hour }))).toBe(503)
    expect(await get(mintToken({ iat: iat - 86_000, exp: iat + hour }))).toBe(200)
  })

  it('sends on no token of another issuer, or with a claim that is missing or of another type', async () => {
    const { backend, get } = await start()
    for (const changes of [
      ...[{ iss: 'gatehouse2' }, { iss: 'gateXhouse' }, { role: 'root' }, { source: 'web' }],
      ...[{ user_id: 1 }, { groups: 'a' }, { groups: [1] }, { sid: null }, { exp: '9999999999' }],
      ...[{ jti: undefined }, { tenant_name: undefined }, { auth_time: 'x' }, { extra: 1 }],
    ]) {
      expect([changes, await get(mintToken(changes))]).toEqual([changes, 503])
    }
    expect(backend.requests).toEqual([])
  })

  it('leaves claims to a gateway that the backend is told in an encoded form', async () => {
    const { backend, get } = await start()
    const encoded = ['Zürich', 'a b', 'a,b', '100%', 'a"b', 'a\\b', 'a\nb', '\u0000']
    for (const text of encoded) {
      expect([text, await get(mintToken({ groups: ['ops', text] }))]).toEqual([text, 503])
      expect([text, await get(mintToken({ username: text }))]).toEqual([text, 503])
    }
    expect(await get(mintToken({ tenant_name: 'Zürich, 100%' }))).toBe(200)
    expect(await get(mintToken({ groups: ['ops', "o'k;$&/=?@^_`{|}~#!*+-.<>:"] }))).toBe(200)
    expect(backend.requests[1]?.headers['x-gatehouse-groups']).toBe(
      "ops,o'k;$&/=?@^_`{|}~#!*+-.<>:",
    )
  })

  it('keeps tokens of unconfirmed accounts back where the policy does', async () => {
    const { get } = await start({ tokens: { onlyConfirmed: true } })
    expect(await get(mintToken())).toBe(503)
    expect(await get(mintToken({ email_verified: false }))).toBe(503)
    expect(await get(mintToken({ email_verified: true }))).toBe(200)
  })

  it('sends on no token of a session that has ended, nor an older one of a stale session', async () => {
    const iat = now()
    const ending = (id: string, kind: Ending['kind'], until = hour): Ending => {
      const at = new Date(iat * 1000)
      return { subject: 'session', id, kind, at, until: new Date(Date.now() + until) }
    }
    const endings = [ending('gone', 'ended'), ending('stale', 'stale'), ending('over', 'ended', -1)]
    const { get } = await start({ endings })
    expect(await get(mintToken({ sid: 'gone', iat }))).toBe(503)
    expect(await get(mintToken({ sid: 'gone', iat: iat + 4 }))).toBe(503)
    expect(await get(mintToken({ sid: 'stale', iat }))).toBe(503)
    expect(await get(mintToken({ sid: 'stale', iat: iat + 1 }))).toBe(200)
    expect(await get(mintToken({ sid: 'other', iat }))).toBe(200)
    expect(await get(mintToken({ sid: 'over', iat }))).toBe(200)
  })

  it('sends nothing on by itself when no gateway has confirmed its map lately', async () => {
    const { backend, get } = await start({ until: new Date(Date.now() - 1000) })
    expect(await get(mintToken())).toBe(503)
    expect(backend.requests).toEqual([])
  })

  it('sends nothing on without keys', async () => {
    const { get } = await start({ keys: [] })
    expect(await get(mintToken())).toBe(503)
  })

  it('T-39: goes by every key that is accepted, and by no other', async () => {
    const [soon, before] = [new Date(Date.now() + hour), new Date(Date.now() - hour)]
    const keys = [
      attackedKey,
      { ...createKey('next'), activeFrom: soon },
      { ...createKey('retiring'), acceptedUntil: soon },
      { ...createKey('revoked'), revokedAt: before },
    ]
    const { get } = await start({ keys })
    const answers = await Promise.all(keys.map((key) => get(mintToken({}, key))))
    expect(answers).toEqual([200, 200, 200, 503])
  })

  it('leaves the tokens of a key with a zero byte to a gateway', async () => {
    const secret = Buffer.alloc(32, 7).fill(0, 9, 10).toString('base64url')
    const key = { ...createMemorySigningKey('zero'), secret }
    const { get } = await start({ keys: [key, attackedKey] })
    expect(await get(mintToken({}, key))).toBe(503)
    const cut = { ...key, secret: Buffer.alloc(9, 7).toString('base64url') }
    expect(await get(sign(headerOf(mintToken({}, key)), {}, cut))).toBe(503)
    expect(await get(mintToken())).toBe(200)
  })

  it('T-35: takes no other entry of its map for a key', async () => {
    const ending: Ending = {
      ...{ subject: 'session', id: 'gone', kind: 'ended', at: new Date() },
      until: new Date(Date.now() + hour),
    }
    const { get } = await start({ endings: [ending] })
    const known = Buffer.from('9999999999', 'base64url').toString('base64url')
    for (const name of ['ended.gone', 'gone', 'until', 'state', 'state.contents']) {
      const forged = sign(name, {}, { ...attackedKey, secret: known })
      expect([name, await get(forged)]).toEqual([name, 503])
    }
  })

  it('has no key in its configuration, and neither token nor query in its log', async () => {
    let configuration = ''
    const rewrite = (text: string) => {
      configuration = text
      return text
    }
    const { edge } = await start({ rewrite })
    const token = mintToken()
    const text = `GET /api/m?token=${token} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n\r\n`
    expect(parseAnswer(await exchange(edge.port, text)).status).toBe(200)
    expect(configuration).not.toContain(attackedKey.secret)
    await until(() => /machines 200 .* GET \/api\/m [0-9a-f-]{36}\n/.test(edge.log()))
    expect(edge.log()).not.toMatch(/token|eyJ/)
  })
})

function createKey(kid: string): SigningKey {
  const secret = createHmac('sha256', 'edge')
    .update(kid)
    .digest()
    .map((byte) => byte || 1)
  return { ...createMemorySigningKey(kid), secret: Buffer.from(secret).toString('base64url') }
}

function headerOf(token: string): string {
  return token.split('.')[0] ?? ''
}

/** A token with this first part, and the claims of a good one with changes. */
function sign(header: string, changes: object, key: SigningKey): string {
  const [, payload = ''] = mintToken({ ...changes }).split('.')
  const mac = createHmac('sha256', Buffer.from(key.secret, 'base64url'))
  return `${header}.${payload}.${mac.update(`${header}.${payload}`).digest('base64url')}`
}

function forgeries(): readonly string[] {
  const token = mintToken()
  const [header = '', payload = '', signature = ''] = token.split('.')
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const good = { alg: 'HS256', typ: 'at+jwt', kid: attackedKey.kid }
  const others = [
    ...['none', 'None', 'NONE', 'nOnE', 'HS384', 'HS512', 'hs256', 'RS256'].map((alg) => ({ alg })),
    ...['session+jwt', 'kept+jwt', 'JWT', 'AT+JWT'].map((typ) => ({ typ })),
    ...['', 'unknown', 1, ['attacked'], '../../dev/null', 'constructor'].map((kid) => ({ kid })),
    ...[
      { crit: [] },
      { b64: false },
      { jwk: {} },
      { jku: 'https://attacker.example' },
      { cty: 'JWT' },
    ],
  ].map((changes) => encode({ ...good, ...changes }))
  const admin = encode({
    ...JSON.parse(Buffer.from(payload, 'base64url').toString()),
    role: 'super_admin',
  })
  const attackers = { ...attackedKey, secret: Buffer.alloc(32, 9).toString('base64url') }
  return [
    ...others.map((other) => sign(other, {}, attackedKey)),
    ...others.map((other) => `${other}.${payload}.`),
    sign(header, {}, attackers),
    ...[`${header}.${admin}.${signature}`, `${header}.${payload}.`, `${header}.${payload}`],
    ...[
      `${token}.x`,
      `${token}.`,
      `${token}=`,
      ` ${token}x`,
      `${token.slice(0, -1)}!`,
      'a.b.c.d.e',
    ],
    ...[
      `${header}.${payload}.${signature.slice(0, -1)}`,
      `${token}%00`,
      `${token} x`,
      `x ${token}`,
    ],
    otherSpelling(token),
  ]
}

/** The same bytes with unused bits of the last letter set (RFC 4648, section 3.5). */
function otherSpelling(token: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = alphabet.indexOf(token.slice(-1))
  return `${token.slice(0, -1)}${alphabet[last + 1]}`
}
