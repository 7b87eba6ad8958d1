/** The rules of the chaos test, on what its legs bring: clocks, providers, workers, and a gateway that is alone. */
import { describe, expect, it } from '@jest/globals'
import { check } from './check.ts'
import type {
  Attempt,
  CredentialUse,
  Evidence,
  Fault,
  FaultKind,
  TerminalTrial,
} from './evidence.ts'
import { legs } from './legs/legs.ts'

const attempt: Attempt = {
  operation: 1,
  what: 'GET /api/machines',
  sentAt: 1000,
  endedAt: 2000,
  status: 503,
  code: 'overloaded',
  isProblem: true,
  requestId: undefined,
  next: undefined,
}
const use: CredentialUse = {
  what: 'access',
  key: 's-1',
  kid: 'k-1',
  expiresAt: 500,
  isForged: false,
  issuedAt: 100,
  sentAt: 1000,
  endedAt: 1100,
  status: 200,
}
const terminal: TerminalTrial = {
  key: 'standing of ada',
  kid: 'k-1',
  expiresAt: 90_000,
  issuedAt: 100,
  openedAt: 500,
  lastEchoAt: 1000,
  closedAt: 1100,
  closeCode: 1006,
}
const nothing: Evidence = {
  attempts: [],
  faults: [],
  signUps: [],
  secrets: [],
  uses: [],
  endings: new Map(),
  revocations: new Map(),
  terminals: [],
  passwords: [],
  recoveries: [],
  arrivals: [],
  records: { accounts: [], unfinishedTenants: [], strayCredentials: [], outbox: [], audit: [] },
}

describe('a Keycloak that is away', () => {
  it('excuses an answer of the balancer that waited for a minute, and no other fault does', () => {
    const attempts = [{ ...attempt, status: 504, code: 'upstream_timeout' }]
    expect(violations({ attempts, faults: [during('keycloak kill')] })).toEqual([])
    const cut = violations({ attempts, faults: [during('keycloak cut')] })
    expect(cut).toEqual([expect.stringContaining('was answered 504 upstream_timeout')])
  })
})

describe('a clock that jumps', () => {
  it('excuses what depends on an age, and nothing that has ended otherwise', () => {
    const jumped = [during('clock jump')]
    const late = { ...use, status: 401, expiresAt: 90_000 }
    expect(violations({ uses: [use] })).toEqual([expect.stringContaining('it had expired')])
    expect(violations({ uses: [late] })).toEqual([expect.stringContaining('was good')])
    expect(violations({ uses: [use, late], faults: jumped })).toEqual([])
    const withdrawn = { uses: [{ ...use, sentAt: 1200 }], revocations: new Map([['k-1', 100]]) }
    expect(violations({ ...withdrawn, faults: jumped })).toEqual([
      expect.stringContaining('its key was withdrawn'),
    ])
  })

  it('excuses a mail that has expired and is kept, and none that can still be sent', () => {
    const mail = {
      id: 'm-1',
      accountId: 'a-1',
      kind: 'otp',
      notAfter: 1500,
      settledAt: null,
      reason: 'clock_jumped',
    }
    const kept = (notAfter: number) => ({
      attempts: [{ ...attempt, status: 200 }],
      faults: [during('clock jump')],
      records: { ...nothing.records, outbox: [{ ...mail, notAfter }] },
    })
    expect(violations(kept(1500))).toEqual([])
    expect(violations(kept(9000))).toEqual([expect.stringContaining('waits for ever')])
    const lost = { ...mail, notAfter: 9000, settledAt: 9999, reason: 'expired' }
    const records = { ...nothing.records, outbox: [lost] }
    expect(violations({ ...kept(0), records })).toEqual([
      expect.stringContaining('was given up before its expiry'),
    ])
  })

  it('excuses no token that was given out before and is shown after', () => {
    const good = { ...use, expiresAt: 90_000, sentAt: 4000, endedAt: 4100, status: 401 }
    const faults = [during('clock jump', 200, 3000)]
    expect(violations({ uses: [good], faults })).toEqual([expect.stringContaining('was good')])
    // It was asked for before, and came when the clock had jumped already.
    expect(violations({ uses: [{ ...good, cameAt: 300 }], faults })).toEqual([])
  })

  it('is none that was over before the credential was given out', () => {
    const faults = [during('jump of all clocks', 0, 50)]
    expect(violations({ uses: [use], faults })).toHaveLength(1)
  })
})

describe('a provider that fails', () => {
  const back = { ...attempt, what: 'GET /api/auth/oidc/provider_b/callback', status: 303 }
  const failed = { ...back, code: 'upstream_unavailable' }

  it('is found when nothing was wrong with it', () => {
    expect(violations({ attempts: [failed] })).toEqual([
      expect.stringContaining('was answered upstream_unavailable during no fault'),
    ])
  })

  it('is no fault while it is down, nor is a return that was used up', () => {
    const attempts = [failed, { ...back, operation: 2, code: 'oidc_expired' }]
    expect(violations({ attempts, faults: [during('provider down')] })).toEqual([])
  })

  it('costs nobody else a request', () => {
    const faults = [during('provider hung')]
    expect(violations({ attempts: [attempt], faults })).toEqual([
      expect.stringContaining('sent again 1 times during provider hung'),
    ])
  })

  it('accepts a return once', () => {
    const secret = {
      kind: 'arrival',
      username: 'ada',
      accepted: 2,
      lost: false,
      madeAt: 0,
      endedAt: 10,
      expiresAt: 99,
    } as const
    expect(violations({ secrets: [secret] })).toEqual([
      expect.stringContaining('the arrival of ada was accepted 2 times'),
    ])
  })
})

describe('a worker that is killed', () => {
  it('may cut a terminal and one request of a client, and no second one', () => {
    const faults = [during('worker kill')]
    const cut = { ...attempt, status: null }
    expect(violations({ attempts: [cut], terminals: [terminal], faults })).toEqual([])
    expect(violations({ attempts: [cut, cut], faults })).toHaveLength(1)
    expect(violations({ terminals: [terminal] })).toHaveLength(1)
  })
})

describe('a gateway that is alone', () => {
  it('may be missed more than once while it is killed', () => {
    const attempts = [attempt, attempt, attempt]
    expect(violations({ attempts, faults: [during('kill')] })).toHaveLength(1)
    expect(violations({ attempts, faults: [{ ...during('kill'), isOfAll: true }] })).toEqual([])
  })
})

function during(kind: FaultKind, beganAt = 0, endedAt = 3000): Fault {
  return { kind, beganAt, endedAt }
}

function violations(changes: Partial<Evidence>): readonly string[] {
  return check({ ...nothing, ...changes }, legs.provider.rules).flatMap((each) => each.violations)
}
