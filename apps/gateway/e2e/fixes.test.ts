/** Fixes of edition 1.2.0: a refresh near the expiry, and a rotation while the gateway runs. */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { startSharedTerminalBackend, type TerminalBackend } from '@gatehouse/proxy/testing'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { WebSocket } from 'ws'
import { bearer, enter, signUp } from '../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'
import { readToken, signToken } from '../testing/tokens.ts'
import { records } from './support/records.ts'

const dayMs = 24 * 3600 * 1000

interface Issued {
  readonly token: string
  readonly kid: unknown
  /** In milliseconds since the epoch. */
  readonly asked: number
  readonly answered: number
}

describe('a refresh one second before 24 hours are over', () => {
  const secret = 'a secret that this test shares with the gateway'
  let environment: TestEnvironment

  beforeAll(async () => {
    environment = await openTestEnvironment({ JWT_SECRET: secret })
  })

  afterAll(() => environment.close())

  it('gives a full new lifetime, and none after them', async () => {
    const { token } = await enter(environment.api, await signUp(environment.api))
    const { header, claims } = readToken(token)
    const issuedAt = (iat: number) =>
      signToken({ header, claims: { ...claims, iat, exp: iat + 24 * 3600 } }, secret)
    // The second begins when the clock does, so that all of it is left.
    await sleep(1000 - (Date.now() % 1000))
    const now = Math.floor(Date.now() / 1000)

    const lastSecond = issuedAt(now - 24 * 3600 + 1)
    const refreshed = await environment.api.post('/api/auth/refresh', { token: lastSecond })
    expect([refreshed.status, refreshed.body.expires_in]).toEqual([200, 86_400])
    const { iat, exp, sid } = readToken(refreshed.body.token).claims
    expect([exp - iat, sid]).toEqual([86_400, claims.sid])
    expect(iat).toBeGreaterThanOrEqual(now)

    const over = await environment.api.post('/api/auth/refresh', {
      token: issuedAt(now - 24 * 3600),
    })
    expect([over.status, over.body.code]).toEqual([401, 'token_expired'])
  })
})

describe('while it runs', () => {
  const everyMs = 6000
  let backend: TerminalBackend
  let environment: TestEnvironment

  beforeAll(async () => {
    backend = await startSharedTerminalBackend()
    environment = await openTestEnvironment({
      MACHINE_BACKEND_URL: backend.url,
      JWT_EXPIRY_HOURS: '0.002',
      JWT_ROTATION_DAYS: (everyMs / dayMs).toFixed(12),
    })
  })

  afterAll(async () => {
    await environment.close()
    await backend.close()
  })

  it('rotates the signing key within a second of its time, and closes no terminal', async () => {
    let { token } = await enter(environment.api, await signUp(environment.api))
    const { port } = environment.gateway()
    const terminal = new WebSocket(`ws://127.0.0.1:${port}/api/terminal/a/ws?token=${token}`)
    await once(terminal, 'open')
    const newest = 'select kid, active_from from signing_keys where active_from <= ? order by 2'
    const active = records(environment, newest, Date.now()).at(-1)
    const due = Number(active?.active_from) + everyMs

    const issued: Issued[] = []
    while (issued.every(({ asked }) => asked < due + 1000)) {
      const asked = Date.now()
      token = (await environment.api.post('/api/auth/refresh', { token })).body.token
      const { kid } = readToken(token).header
      issued.push({ token, kid, asked, answered: Date.now() })
      await sleep(50)
    }
    const early = issued.filter(({ answered }) => answered < due).map(({ kid }) => kid)
    const late = issued.filter(({ asked }) => asked >= due + 1000).map(({ kid }) => kid)
    expect(new Set(early)).toEqual(new Set([active?.kid]))
    expect(late).not.toContain(active?.kid)
    // What the key before signed is good as long as it says.
    const old = issued.findLast(({ kid }) => kid === active?.kid)
    const headers = bearer(old?.token ?? '')
    expect((await environment.api.send('GET', '/api/machines', { headers })).status).toBe(200)
    terminal.send('still here')
    expect(String((await once(terminal, 'message'))[0])).toBe('still here')
    terminal.close()
  })

  it('lets parallel refreshes all succeed until the token expires, and none after it', async () => {
    const { token, expires_in } = await enter(environment.api, await signUp(environment.api))
    expect(expires_in).toBe(7)
    const parallel = await Promise.all(
      Array.from({ length: 8 }, () => environment.api.post('/api/auth/refresh', { token })),
    )
    expect(parallel.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(new Set(parallel.map(({ body }) => body.token)).size).toBe(8)

    await sleep(readToken(token).claims.exp * 1000 - Date.now())
    const late = await environment.api.post('/api/auth/refresh', { token })
    expect([late.status, late.body.code]).toEqual([401, 'token_expired'])
    const used = await environment.api.send('GET', '/api/machines', { headers: bearer(token) })
    expect([used.status, used.body.code]).toEqual([401, 'token_expired'])
  })
})
