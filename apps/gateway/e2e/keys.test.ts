/** What tokens are signed with, and what an operator can do to end them. */
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { bearer, enter, type Person, signUp } from '../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'
import { isSignedWith, readToken, signToken } from '../testing/tokens.ts'

const secret = 'the first secret, with an ü and a $ in it'
const secondSecret = 'the second secret, which is as long'
const thirdSecret = 'the third secret, after a burglary'

describe('a secret of the operator', () => {
  let environment: TestEnvironment
  let someone: Person
  let token: string
  let sessionToken: string
  let tenantId: string

  beforeAll(async () => {
    const MASTER_KEY = randomBytes(32).toString('base64')
    environment = await openTestEnvironment({ JWT_SECRET: secret, MASTER_KEY })
    someone = await signUp(environment.api)
    const entered = await enter(environment.api, someone)
    token = entered.token
    sessionToken = entered.session_token
    tenantId = entered.user.tenant_id
  })

  afterAll(() => environment.close())

  it('signs access tokens with exactly its bytes, so that a backend can verify them', () => {
    expect(isSignedWith(token, secret)).toBe(true)
  })

  it('lets a backend that knows it make no session token (T-04)', async () => {
    expect(isSignedWith(sessionToken, secret)).toBe(false)
    const forged = signToken(readToken(sessionToken), secret)
    const body = { session_token: forged, tenant_id: tenantId }
    const answer = await environment.api.post('/api/auth/select-tenant', body)
    expect([answer.status, answer.body.code]).toEqual([401, 'session_token_invalid'])
  })

  it('leaves no key file when the master key is given, too', async () => {
    expect(await readdir(environment.dataDir)).not.toContain('master.key')
  })

  it('T-38: ends older tokens when the lifetime is shortened, and revives none', async () => {
    const twoHours = aged(2 * 3600, 24 * 3600)
    expect(await use(twoHours)).toBe('ok')
    await startWith({ JWT_SECRET: secret, JWT_EXPIRY_HOURS: '1' })
    expect(await use(twoHours)).toBe('token_expired')
    expect(await refresh(twoHours)).toBe('token_expired')
    expect(await use(token)).toBe('ok')
    // A token that has expired by itself stays so under any lifetime.
    expect(await use(aged(600, 300))).toBe('token_expired')
    const { expires_in, token: short } = await enter(environment.api, someone)
    const { exp, iat } = readToken(short).claims
    expect([expires_in, exp - iat]).toEqual([3600, 3600])
  })

  it('is followed by another: both hold in the overlap, the new one signs', async () => {
    const JWT_SECRET_PREVIOUS_UNTIL = new Date(Date.now() + 3600_000).toISOString()
    const previous = { JWT_SECRET_PREVIOUS: secret, JWT_SECRET_PREVIOUS_UNTIL }
    await startWith({ JWT_SECRET: secondSecret, ...previous })
    expect(await use(token)).toBe('ok')
    const { body } = await environment.api.post('/api/auth/refresh', { token })
    expect(isSignedWith(body.token, secondSecret)).toBe(true)
    expect(readToken(body.token).claims.auth_time).toBe(readToken(token).claims.auth_time)
    expect(isSignedWith((await enter(environment.api, someone)).token, secondSecret)).toBe(true)
    const { header, claims } = readToken(body.token)
    expect(await use(signToken({ header, claims }, secret))).toBe('token_invalid')
  })

  it('ends everything that was signed before when it changes without an overlap', async () => {
    const before = await enter(environment.api, someone)
    await startWith({ JWT_SECRET: thirdSecret })
    for (const each of [token, before.token]) {
      expect(await use(each)).toBe('token_invalid')
      expect(await refresh(each)).toBe('token_invalid')
    }
    const body = { session_token: before.session_token, tenant_id: tenantId }
    const selected = await environment.api.post('/api/auth/select-tenant', body)
    expect(selected.body.code).toBe('session_token_invalid')
    expect(await use((await enter(environment.api, someone)).token)).toBe('ok')
  })

  async function startWith(env: Readonly<Record<string, string>>): Promise<void> {
    await environment.gateway().stop()
    await environment.restart(env)
  }

  /** The token as if it had been issued so many seconds ago for so many seconds. */
  function aged(seconds: number, lifetime: number): string {
    const { header, claims } = readToken(token)
    const iat = Math.floor(Date.now() / 1000) - seconds
    return signToken({ header, claims: { ...claims, iat, exp: iat + lifetime } }, secret)
  }

  async function use(each: string): Promise<string> {
    const { status, body } = await environment.api.send('GET', '/api/machines', {
      headers: bearer(each),
    })
    return status === 200 ? 'ok' : body.code
  }

  async function refresh(each: string): Promise<string> {
    const { status, body } = await environment.api.post('/api/auth/refresh', { token: each })
    return status === 200 ? 'ok' : body.code
  }
})
