import { describe, expect, it } from '@jest/globals'
import { createMemoryPorts, createMemorySigningKey } from '../../testing/index.ts'
import { createMembership } from '../../testing/login-flow/create-membership.ts'
import type { TokenPayload } from '../ports/token-signer.ts'
import { defaultSettings } from '../settings.ts'
import { authenticate, issueAccessToken } from './access-token.ts'

const ports = createMemoryPorts()
const now = ports.clock.now()
const { tenant, account } = createMembership('acme')
const membership = {
  tenant: { ...tenant, name: 'Acme Ltd' },
  account: { ...account, role: 'user', machineRole: 'pilot', groups: ['b', 'a'] },
} as const
const subject = {
  membership,
  sessionId: 'session-1',
  client: 'cli',
  authTime: before(3600),
} as const

/** Everything a token says. */
const claims = {
  user_id: 'ada at acme',
  username: 'ada-acme',
  email: 'ada@example.com',
  tenant_id: 'acme',
  tenant_name: 'Acme Ltd',
  role: 'user',
  machine_role: 'pilot',
  groups: ['b', 'a'],
  identity_provider_id: 'credential of ada at acme',
  source: 'cli',
  iss: 'gatehouse',
  iat: 1_893_456_000,
  exp: 1_893_542_400,
  jti: 'token-1',
  sid: 'session-1',
  auth_time: 1_893_452_400,
}
const invalid = { kind: 'refused', refusal: 'token_invalid' }
const expired = { kind: 'refused', refusal: 'token_expired' }

describe('an access token', () => {
  it('says exactly what the interface document lists, and jti, sid and auth_time', () => {
    const { token } = issueAccessToken(ports, defaultSettings, subject)
    const payload = ports.tokenSigner.verify('access', token, ports.keyRing.current())
    expect(payload).toEqual({ ...claims, jti: expect.stringMatching(/^[\w-]{22}$/) })
  })

  it.each([true, false])('says under no_terminals whether the address is confirmed (%p)', (is) => {
    const settings = { ...defaultSettings, unconfirmedAccounts: 'no_terminals' } as const
    const of = { ...membership, account: { ...membership.account, emailVerified: is } }
    const { token } = issueAccessToken(ports, settings, { ...subject, membership: of })
    expect(check(token)).toMatchObject({ claims: { emailVerified: is } })
  })

  it('T-84: never says the API key', () => {
    const { token } = issueAccessToken(ports, defaultSettings, subject)
    const payload = ports.tokenSigner.verify('access', token, ports.keyRing.current())
    expect(JSON.stringify(payload)).not.toContain(account.apiKey)
  })

  it.each([86_400, 9])('T-37: of %d seconds lives exactly as long as it is said to', (seconds) => {
    const settings = { ...defaultSettings, accessTokenSeconds: seconds }
    const issued = issueAccessToken(ports, settings, subject)
    const payload = ports.tokenSigner.verify('access', issued.token, ports.keyRing.current())
    expect(issued.expiresIn).toBe(seconds)
    expect(Number(payload?.exp) - Number(payload?.iat)).toBe(seconds)
    expect(issued.expiresAt).toEqual(before(-seconds))
  })

  it('issued within one second is another one each time', () => {
    const tokens = [1, 2, 3].map(() => issueAccessToken(ports, defaultSettings, subject).token)
    expect(new Set(tokens).size).toBe(3)
  })

  it('is read back in our own words', () => {
    expect(check(sign(claims))).toEqual({
      kind: 'valid',
      validUntil: before(-86_400),
      claims: {
        userId: 'ada at acme',
        username: 'ada-acme',
        email: 'ada@example.com',
        tenantId: 'acme',
        tenantName: 'Acme Ltd',
        role: 'user',
        machineRole: 'pilot',
        groups: ['b', 'a'],
        identityProviderId: 'credential of ada at acme',
        source: 'cli',
        issuer: 'gatehouse',
        issuedAt: now,
        expiresAt: before(-86_400),
        tokenId: 'token-1',
        sessionId: 'session-1',
        authTime: before(3600),
        emailVerified: null,
      },
    })
  })

  it('may say more than we know', () => {
    expect(check(sign({ ...claims, aud: 'backend' }))).toMatchObject({ kind: 'valid' })
  })

  it('may have no machine role and no groups', () => {
    expect(check(sign({ ...claims, machine_role: '', groups: [] }))).toMatchObject({
      claims: { machineRole: '', groups: [] },
    })
  })
})

describe('T-35: a token is refused', () => {
  it.each(Object.keys(claims))('without %s', (name) => {
    expect(check(sign({ ...claims, [name]: undefined }))).toEqual(invalid)
  })

  const texts = Object.entries(claims).filter(([, value]) => typeof value === 'string')
  it.each(texts.map(([name]) => name))('when %s is no text', (name) => {
    for (const value of [1, null, true, ['text'], { text: 'text' }]) {
      expect(check(sign({ ...claims, [name]: value }))).toEqual(invalid)
    }
  })

  it.each(['iat', 'exp', 'auth_time'])('when %s is no time', (name) => {
    for (const value of ['1893456000', null, 1.5, 9e99, -(2 ** 53) + 1, [1_893_456_000]]) {
      expect(check(sign({ ...claims, [name]: value }))).toEqual(invalid)
    }
  })

  it.each([
    ['groups', 'a'],
    ['groups', { 0: 'a' }],
    ['groups', ['a', 1]],
    ['role', 'root'],
    ['role', 'USER'],
    ['role', ''],
    ['source', 'browser'],
    ['source', ''],
    ['email_verified', 'false'],
    ['email_verified', 0],
    ['iss', 'Gatehouse'],
    ['iss', ''],
  ])('when %s is %j', (name, value) => {
    expect(check(sign({ ...claims, [name]: value }))).toEqual(invalid)
  })

  it.each([
    ['nothing', ''],
    ['not a token', 'made up'],
    ['without a signature', sign(claims).split('.').slice(0, 2).join('.')],
    ['with an empty signature', sign(claims).replace(/[^.]+$/, '')],
    ['with a part too many', `${sign(claims)}.x`],
    ['altered', sign(claims).replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))],
    ['signed by a key nobody knows', sign(claims, 'another key')],
  ])('when it is %s', (_, token) => {
    expect(check(token)).toEqual(invalid)
  })

  it('T-04: when it is signed as a session token', () => {
    const [key] = ports.keyRing.current()
    if (!key) throw new TypeError('no key signs')
    expect(check(ports.tokenSigner.sign('session', claims, key))).toEqual(invalid)
  })

  it('when it is of another service under the same key', () => {
    const settings = { ...defaultSettings, issuer: 'another service' }
    expect(authenticate(ports, settings, { token: sign(claims), at: now })).toEqual(invalid)
  })
})

describe('a token in time', () => {
  it('is good until the moment it expires', () => {
    expect(check(sign(claims), before(-86_399.999))).toMatchObject({ kind: 'valid' })
    expect(check(sign(claims), before(-86_400))).toEqual(expired)
  })

  it('may come from a clock that is five seconds ahead, and no more', () => {
    expect(check(sign({ ...claims, iat: claims.iat + 5 }))).toMatchObject({
      kind: 'valid',
    })
    expect(check(sign({ ...claims, iat: claims.iat + 6 }))).toEqual(invalid)
  })

  it('T-38: dies when the operator shortens the lifetime', () => {
    const settings = { ...defaultSettings, accessTokenSeconds: 3600 }
    const token = sign(claims)
    expect(authenticate(ports, settings, { token, at: before(-3599) })).toMatchObject({
      kind: 'valid',
      validUntil: before(-3600),
    })
    expect(authenticate(ports, settings, { token, at: before(-3600) })).toEqual(expired)
  })

  it.each([claims.exp * 1000, 2 ** 40])('T-38: lasts no longer for an exp of %d', (exp) => {
    const token = sign({ ...claims, exp })
    expect(check(token)).toMatchObject({ kind: 'valid', validUntil: before(-86_400) })
    expect(check(token, before(-86_400))).toEqual(expired)
  })

  it('T-38: is not revived by a longer lifetime', () => {
    const settings = { ...defaultSettings, accessTokenSeconds: 2 * 86_400 }
    const checked = authenticate(ports, settings, { token: sign(claims), at: before(-86_400) })
    expect(checked).toEqual(expired)
  })
})

describe('T-39: the key of a token', () => {
  const [one, two] = [createMemorySigningKey('key-1'), createMemorySigningKey('key-2')]
  const rotated = [one, { ...two, activeFrom: now }]

  it('is the one that signs now', () => {
    const after = createMemoryPorts({ keyRing: { current: () => rotated, replace: () => {} } })
    const { token } = issueAccessToken(after, defaultSettings, subject)
    expect(ports.tokenSigner.verify('access', token, [two])).not.toBeNull()
    expect(ports.tokenSigner.verify('access', token, [one])).toBeNull()
  })

  it('is accepted for one lifetime after it was replaced', () => {
    const keyRing = { current: () => rotated }
    const old = sign({ ...claims, exp: claims.exp + 86_400 })
    const longer = { ...defaultSettings, accessTokenSeconds: 2 * 86_400 }
    const at = (seconds: number) =>
      authenticate({ ...ports, keyRing }, longer, { token: old, at: before(-seconds) })
    expect(at(2 * 86_400 - 1)).toMatchObject({ kind: 'valid' })
    const spent = [one, { ...two, activeFrom: before(86_400) }]
    const late = authenticate({ ...ports, keyRing: { current: () => spent } }, longer, {
      token: old,
      at: before(-86_400),
    })
    expect(late).toEqual(invalid)
  })

  it('is accepted no more once it was revoked', () => {
    const keyRing = { current: () => [{ ...one, revokedAt: now }, two] }
    expect(
      authenticate({ ...ports, keyRing }, defaultSettings, { token: sign(claims), at: now }),
    ).toEqual(invalid)
  })
})

function check(token: string, at: Date = now) {
  return authenticate(ports, defaultSettings, { token, at })
}

function sign(payload: TokenPayload, kid = 'key-1'): string {
  return ports.tokenSigner.sign('access', payload, createMemorySigningKey(kid))
}

function before(seconds: number): Date {
  return new Date(now.getTime() - seconds * 1000)
}
