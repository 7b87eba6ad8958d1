import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  createMemoryPorts,
  createMemorySigningKey,
  createMemoryTokenSigner,
  outcomeOf,
} from '../../testing/index.ts'
import { createAuth } from '../create-auth.ts'
import type { TokenSigner } from '../ports/token-signer.ts'
import type { SigningKey } from '../records/signing-key.ts'
import { type AuthSettings, defaultSettings } from '../settings.ts'
import { createTokenCache, type TokenCacheBounds } from './token-cache.ts'

const start = new Date('2030-01-01T00:00:00Z')
const signer = createMemoryTokenSigner()
const [one, two] = [key('one', 0), key('two', 1000)]

describe('a token that was verified', () => {
  it('is not verified again', () => {
    const { cache, verifications } = open()
    const token = issue(one)
    expect(cache.authenticate(token, at(1))).toEqual(cache.authenticate(token, at(2)))
    expect(verifications()).toBe(1)
  })

  it('T-37: expires exactly at the second', () => {
    const { cache, verifications } = open()
    const token = issue(one, { lifetime: 60 })
    expect(cache.authenticate(token, at(59.999)).kind).toBe('valid')
    expect(cache.authenticate(token, at(60))).toEqual(refused('token_expired'))
    expect(verifications()).toBe(1)
  })

  it('T-38: ends with a lifetime that was shortened', () => {
    const token = issue(one, { lifetime: 86_400 })
    const { cache } = open({ settings: { accessTokenSeconds: 10 } })
    expect(cache.authenticate(token, at(9)).kind).toBe('valid')
    expect(cache.authenticate(token, at(10))).toEqual(refused('token_expired'))
  })

  it('T-39: ends with a forced rotation, at once', () => {
    const { cache, replace } = open()
    const token = issue(one)
    expect(cache.authenticate(token, at(1)).kind).toBe('valid')
    replace([{ ...one, revokedAt: at(2) }, key('three', 2)])
    expect(cache.authenticate(token, at(1.999)).kind).toBe('valid')
    expect(cache.authenticate(token, at(2))).toEqual(refused('token_invalid'))
  })

  it('T-39: ends with a key that is gone from the ring', () => {
    const { cache, replace } = open()
    const token = issue(one)
    expect(cache.authenticate(token, at(1)).kind).toBe('valid')
    replace([two])
    expect(cache.authenticate(token, at(1))).toEqual(refused('token_invalid'))
  })

  it('T-39: ends when the overlap of its key does, without any change of the ring', () => {
    const settings = { accessTokenSeconds: 50, sessionTokenSeconds: 50 }
    const { cache } = open({ keys: [one, two], settings })
    const token = issue(one, { issuedAt: 1049, lifetime: 50 })
    expect(cache.authenticate(token, at(1049.999)).kind).toBe('valid')
    expect(cache.authenticate(token, at(1050))).toEqual(refused('token_invalid'))
  })

  it('ends with its session, at once, and is refused as long as that is known', () => {
    const { auth, cache, endings, verifications } = open()
    const token = issue(one)
    const { claims } = outcomeOf('valid', cache.authenticate(token, at(1)))
    const ended = { subject: 'session', id: claims.sessionId, kind: 'ended' } as const
    endings.note([{ ...ended, id: 'another', at: at(1), until: at(100) }])
    expect(cache.authenticate(token, at(1)).kind).toBe('valid')
    endings.note([{ ...ended, at: at(1), until: at(100) }])
    expect(cache.authenticate(token, at(1))).toEqual(refused('session_ended'))
    expect(auth.authenticate(token, at(1))).toEqual(refused('session_ended'))
    expect(verifications()).toBe(1)
  })

  it('is refused when it was issued before rights changed', () => {
    const { cache, endings } = open()
    const token = issue(one)
    const { claims } = outcomeOf('valid', cache.authenticate(token, at(1)))
    const stale = { subject: 'session', id: claims.sessionId, kind: 'stale' } as const
    endings.note([{ ...stale, at: at(1), until: at(100) }])
    expect(cache.authenticate(token, at(2))).toEqual(refused('token_stale'))
  })

  it('comes from the future for a clock that was set back', () => {
    const { cache } = open()
    const token = issue(one, { issuedAt: 100 })
    expect(cache.authenticate(token, at(100)).kind).toBe('valid')
    expect(cache.authenticate(token, at(94.999))).toEqual(refused('token_invalid'))
    expect(cache.authenticate(token, at(95)).kind).toBe('valid')
  })
})

describe('T-36: another token', () => {
  it('does not hit, whichever character differs', () => {
    const { cache } = open()
    const token = issue(one)
    cache.authenticate(token, at(1))
    const others = [
      ...Array.from(token, (letter, index) => {
        return token.slice(0, index) + (letter === 'A' ? 'B' : 'A') + token.slice(index + 1)
      }),
      ...[`${token} `, ` ${token}`, `${token}.`, token.slice(0, -1), token.toUpperCase(), ''],
    ]
    expect(others.filter((other) => cache.authenticate(other, at(1)).kind !== 'refused')).toEqual(
      [],
    )
  })

  it('with the claims of one and the signature of another does not hit', () => {
    const { cache } = open()
    const [first, second] = [issue(one, { id: 'a' }), issue(one, { id: 'b' })]
    cache.authenticate(first, at(1))
    cache.authenticate(second, at(1))
    const mixed = first.slice(0, first.lastIndexOf('.')) + second.slice(second.lastIndexOf('.'))
    expect(cache.authenticate(mixed, at(1))).toEqual(refused('token_invalid'))
  })
})

describe('the memory of tokens', () => {
  it('has a bound, and keeps what is used', () => {
    const { cache, verifications } = open({ bounds: { tokens: 10, bytes: 1_000_000 } })
    const used = issue(one, { id: 'used' })
    for (let count = 0; count < 100; count += 1) {
      cache.authenticate(used, at(1))
      cache.authenticate(issue(one, { id: String(count) }), at(1))
    }
    expect(verifications()).toBe(101)
    cache.authenticate(issue(one, { id: '0' }), at(1))
    expect(verifications()).toBe(102)
  })

  it('has a bound in bytes too', () => {
    const { cache, verifications } = open({ bounds: { tokens: 1000, bytes: 1024 } })
    for (let count = 0; count < 3; count += 1) cache.authenticate(issue(one), at(1))
    expect(verifications()).toBe(3)
  })

  it('is of no use to whoever has no token that holds', () => {
    const { cache, verifications } = open()
    const expired = issue(one, { lifetime: 1 })
    for (let count = 0; count < 3; count += 1) cache.authenticate(expired, at(5))
    for (let count = 0; count < 3; count += 1) cache.authenticate('nonsense', at(5))
    expect(verifications()).toBe(6)
  })
})

describe('a decision from memory', () => {
  const moment = fc.integer({ min: -10, max: 400 }).map((seconds) => seconds * 10)
  const optional = fc.option(moment, { nil: null })
  const ring = fc.uniqueArray(
    fc.record({
      kid: fc.constantFrom('one', 'two', 'three'),
      activeFrom: moment,
      acceptedUntil: optional,
      revokedAt: optional,
    }),
    { selector: ({ kid }) => kid, minLength: 1 },
  )
  const step = fc.oneof(
    { weight: 1, arbitrary: fc.record({ ring }) },
    {
      weight: 6,
      arbitrary: fc.record({
        token: fc.nat({ max: 11 }),
        moment,
        nudge: fc.constantFrom(-1, 0, 1),
      }),
    },
  )

  it('is the one that verifying afresh would give, at any time and whatever becomes of the keys', () => {
    const tokens = ['one', 'two', 'three', 'four'].flatMap((kid) =>
      [0, 500, 1500].map((issuedAt) => issue(key(kid, 0), { issuedAt, lifetime: 800 })),
    )
    fc.assert(
      fc.property(ring, fc.array(step, { minLength: 20, maxLength: 60 }), (first, steps) => {
        const settings = { accessTokenSeconds: 700, sessionTokenSeconds: 200 }
        const { auth, cache, replace } = open({ keys: first.map(toKey), settings })
        for (const each of steps) {
          if ('ring' in each) {
            replace(each.ring.map(toKey))
          } else {
            const token = tokens[each.token] ?? ''
            const now = new Date(at(each.moment).getTime() + each.nudge)
            expect(cache.authenticate(token, now)).toEqual(auth.authenticate(token, now))
          }
        }
      }),
      { numRuns: 300 },
    )
  })
})

interface Times {
  readonly kid: string
  readonly activeFrom: number
  readonly acceptedUntil: number | null
  readonly revokedAt: number | null
}

function toKey({ kid, activeFrom, acceptedUntil, revokedAt }: Times): SigningKey {
  const moment = (seconds: number | null) => (seconds === null ? null : at(seconds))
  return {
    ...key(kid, activeFrom),
    acceptedUntil: moment(acceptedUntil),
    revokedAt: moment(revokedAt),
  }
}

/** What the clock of the cache says, in seconds. */
const now = 0

interface CacheSetup {
  readonly keys?: readonly SigningKey[]
  readonly settings?: Partial<AuthSettings>
  readonly bounds?: TokenCacheBounds
}

function open({ keys = [one], settings = {}, bounds }: CacheSetup = {}) {
  let ring = keys
  let verifications = 0
  const keyRing = { current: () => ring }
  const all = { ...defaultSettings, ...settings }
  const ports = createMemoryPorts()
  const auth = createAuth({ ...ports, keyRing, tokenSigner: signer }, all)
  const tokenSigner: TokenSigner = {
    ...signer,
    verify(...asked) {
      verifications += 1
      return signer.verify(...asked)
    },
  }
  const cache = createTokenCache(
    { ...ports, clock: { now: () => at(now) }, keyRing, tokenSigner },
    all,
    bounds,
  )
  return {
    auth,
    cache,
    verifications: () => verifications,
    endings: ports.endings,
    replace(next: readonly SigningKey[]) {
      ring = next
    },
  }
}

interface Issue {
  readonly issuedAt?: number
  readonly lifetime?: number
  readonly id?: string
}

function issue(by: SigningKey, { issuedAt = 0, lifetime = 3600, id = 'jti' }: Issue = {}): string {
  const iat = at(issuedAt).getTime() / 1000
  const texts = { user_id: 'u', username: 'ada', email: 'ada@example.com', tenant_id: 't' }
  const claims = {
    ...texts,
    ...{ tenant_name: 'T', role: 'user', machine_role: '', groups: [], source: 'cli' },
    ...{ identity_provider_id: 'c', iss: 'gatehouse', jti: id, sid: 's', auth_time: iat },
    iat,
    exp: iat + lifetime,
  }
  return signer.sign('access', claims, by)
}

function key(kid: string, activeFrom: number): SigningKey {
  return { ...createMemorySigningKey(kid), activeFrom: at(activeFrom) }
}

function at(seconds: number): Date {
  return new Date(start.getTime() + seconds * 1000)
}

function refused(refusal: string) {
  return { kind: 'refused', refusal }
}
