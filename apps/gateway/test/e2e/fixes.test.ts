/** The three fixes of edition 1.2.0, each against the gateway as it is shipped. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { tokensIn } from './support/mail-server.ts'
import { bearer, enter, logIn, type Person, signUp } from './support/people.ts'
import { records } from './support/records.ts'
import { openStage, type Stage } from './support/stage.ts'
import { readToken, signToken } from './support/tokens.ts'

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
  let stage: Stage

  beforeAll(async () => {
    stage = await openStage({ JWT_SECRET: secret })
  })

  afterAll(() => stage.close())

  it('gives a full new lifetime, and none after them', async () => {
    const { token } = await enter(stage.api, await signUp(stage.api))
    const { header, claims } = readToken(token)
    const issuedAt = (iat: number) =>
      signToken({ header, claims: { ...claims, iat, exp: iat + 24 * 3600 } }, secret)
    // The second begins when the clock does, so that all of it is left.
    await sleep(1000 - (Date.now() % 1000))
    const now = Math.floor(Date.now() / 1000)

    const lastSecond = issuedAt(now - 24 * 3600 + 1)
    const refreshed = await stage.api.post('/api/auth/refresh', { token: lastSecond })
    expect([refreshed.status, refreshed.body.expires_in]).toEqual([200, 86_400])
    const { iat, exp, sid } = readToken(refreshed.body.token).claims
    expect([exp - iat, sid]).toEqual([86_400, claims.sid])
    expect(iat).toBeGreaterThanOrEqual(now)

    const over = await stage.api.post('/api/auth/refresh', { token: issuedAt(now - 24 * 3600) })
    expect([over.status, over.body.code]).toEqual([401, 'token_expired'])
  })
})

describe('while it runs', () => {
  const everyMs = 6000
  let stage: Stage

  beforeAll(async () => {
    stage = await openStage({
      JWT_EXPIRY_HOURS: '0.002',
      JWT_ROTATION_DAYS: (everyMs / dayMs).toFixed(12),
    })
  })

  afterAll(() => stage.close())

  it('rotates the signing key within a second of its time', async () => {
    let { token } = await enter(stage.api, await signUp(stage.api))
    const newest = 'select kid, active_from from signing_keys where active_from <= ? order by 2'
    const active = records(stage, newest, Date.now()).at(-1)
    const due = Number(active?.active_from) + everyMs

    const issued: Issued[] = []
    while (issued.every(({ asked }) => asked < due + 1000)) {
      const asked = Date.now()
      token = (await stage.api.post('/api/auth/refresh', { token })).body.token
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
    expect((await stage.api.send('GET', '/api/machines', { headers })).status).toBe(200)
  })

  it('lets parallel refreshes all succeed until the token expires, and none after it', async () => {
    const { token, expires_in } = await enter(stage.api, await signUp(stage.api))
    expect(expires_in).toBe(7)
    const parallel = await Promise.all(
      Array.from({ length: 8 }, () => stage.api.post('/api/auth/refresh', { token })),
    )
    expect(parallel.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(new Set(parallel.map(({ body }) => body.token)).size).toBe(8)

    await sleep(readToken(token).claims.exp * 1000 - Date.now())
    const late = await stage.api.post('/api/auth/refresh', { token })
    expect([late.status, late.body.code]).toEqual([401, 'token_expired'])
    const used = await stage.api.send('GET', '/api/machines', { headers: bearer(token) })
    expect([used.status, used.body.code]).toEqual([401, 'token_expired'])
  })
})

describe('after a start', () => {
  let stage: Stage
  let someone: Person
  let token: string
  let resetToken: string

  beforeAll(async () => {
    stage = await openStage()
    someone = await signUp(stage.api)
    token = (await enter(stage.api, someone)).token
    await stage.api.post('/api/auth/forgot-password', { email: someone.email })
    const mail = await stage.mail.waitFor(someone.email, /new password/i)
    resetToken = tokensIn(mail)[0] ?? ''
    expect(mail.html).toContain(`#token=${resetToken}"`)
  })

  afterAll(() => stage.close())

  it('rotates no key that was not due', async () => {
    await startAgainAfter(89)
    expect(await newestKey()).toBe(readToken(token).header.kid)
  })

  it('has rotated a key that fell due in the meantime, and keeps sessions', async () => {
    await startAgainAfter(1)
    expect(await newestKey()).not.toBe(readToken(token).header.kid)
    const headers = bearer(token)
    expect((await stage.api.send('GET', '/api/machines', { headers })).status).toBe(200)
    const refreshed = await stage.api.post('/api/auth/refresh', { token })
    expect(refreshed.status).toBe(200)
    expect(readToken(refreshed.body.token).header.kid).toBe(await newestKey())
  })

  it('takes the reset token as it stands in the mail', async () => {
    const password = 'a wholly different phrase'
    const reset = { reset_token: resetToken, new_password: password }
    expect((await stage.api.post('/api/auth/reset-password', reset)).status).toBe(200)
    expect((await logIn(stage.api, { ...someone, password })).status).toBe(200)
    expect((await logIn(stage.api, someone)).status).toBe(401)
  })

  /** As if the gateway had been down for days. Keys change every 90. */
  async function startAgainAfter(days: number): Promise<void> {
    await stage.gateway().stop()
    records(stage, 'update signing_keys set active_from = active_from - ?', days * dayMs)
    await stage.restart()
  }

  async function newestKey(): Promise<unknown> {
    return readToken((await enter(stage.api, someone)).token).header.kid
  }
})
