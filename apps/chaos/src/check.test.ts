/** The checker of the chaos test finds each kind of fault, and none where there is none. */
import { describe, expect, it } from '@jest/globals'
import { check } from './check.ts'
import type {
  AccountRecord,
  Attempt,
  AuditRecord,
  CredentialUse,
  Evidence,
  Fault,
  OutboxRecord,
  SecretTrial,
  SignUpTrial,
  TerminalTrial,
} from './evidence.ts'

const attempt: Attempt = {
  operation: 1,
  what: 'POST /api/auth/signup',
  sentAt: 100,
  endedAt: 200,
  status: 201,
  code: undefined,
  isProblem: false,
  requestId: 'r-1',
  next: undefined,
}
const problem = { status: 503, code: 'overloaded', isProblem: true, requestId: undefined } as const
const ada = { username: 'ada', tenantId: 'engines' } as const
const signUp: SignUpTrial = { ...ada, answer: '201', userId: 'a-1', lost: 0 }
const refused = { ...signUp, answer: 'username_taken', userId: undefined }
const secret: SecretTrial = {
  kind: 'code',
  username: 'ada',
  accepted: 1,
  lost: false,
  madeAt: 1000,
  endedAt: 2000,
  expiresAt: 9000,
}
const use: CredentialUse = {
  what: 'refresh',
  key: 's-1',
  kid: 'k-1',
  expiresAt: 20_000,
  isForged: false,
  issuedAt: 900,
  sentAt: 1000,
  endedAt: 1100,
  status: 200,
}
const terminal: TerminalTrial = {
  key: 'standing of ada',
  kid: 'k-1',
  expiresAt: 20_000,
  issuedAt: 900,
  openedAt: 1000,
  lastEchoAt: 4000,
  closedAt: 4100,
  closeCode: 1000,
}
const account: AccountRecord = { id: 'a-1', ...ada, standing: 'active', isWhole: true }
const mail: OutboxRecord = {
  id: 'm-1',
  accountId: 'a-1',
  kind: 'verify_email',
  notAfter: 50_000,
  settledAt: 300,
  reason: null,
}
const signedUp: AuditRecord = {
  kind: 'signed_up',
  outcome: 'ok',
  accountId: 'a-1',
  requestId: 'r-1',
}
const codeTaken = { ...signedUp, kind: 'otp_checked', requestId: 'r-2' }

/** A person signed up and entered a code, and nothing went wrong. */
const good: Evidence = {
  attempts: [attempt],
  faults: [],
  signUps: [signUp],
  secrets: [secret],
  uses: [use],
  endings: new Map(),
  revocations: new Map(),
  terminals: [terminal],
  passwords: [{ username: 'ada', promised: [1], works: [1] }],
  recoveries: [{ gateway: 'one', milliseconds: 4999 }],
  arrivals: [{ id: 'm-1', at: 250 }],
  records: {
    accounts: [account],
    unfinishedTenants: [],
    strayCredentials: [],
    outbox: [mail],
    audit: [signedUp, codeTaken],
  },
}

describe('the checker', () => {
  it('has nothing to say when nothing went wrong, and has checked something by each rule', () => {
    const findings = check({ ...good, uses: [use, { ...use, isForged: true, status: 401 }] })
    expect(findings.flatMap(({ violations }) => violations)).toEqual([])
    expect(findings.filter(({ checked }) => checked === 0)).toEqual([])
  })

  it.each<[string, Partial<Evidence>]>([
    ['was signed up in engines, and is not there', records({ accounts: [] })],
    ['is half there', records({ accounts: [{ ...account, isWhole: false }] })],
    ['is reserved for ever', records({ accounts: [{ ...account, standing: 'reserved' }] })],
    ['a tenant is left over: engines', records({ unfinishedTenants: ['engines'] })],
    ['a credential is left over: user ada', records({ strayCredentials: ['user ada'] })],
    ['has 0 mails to confirm', records({ outbox: [] })],
    ['was signed up 0 times on record', records({ audit: [codeTaken] })],
    ['answered validation_failed', { signUps: [{ ...refused, answer: 'validation_failed' }] }],
    ['was refused, and is there', { signUps: [{ ...refused, lost: 0 }] }],
    ['by names that nobody has', { signUps: [{ ...refused, username: 'eve', tenantId: 'x' }] }],
    ['2 have username ada', records({ accounts: [account, { ...account, id: 'a-2' }] })],
    ['2 have promised the username', { signUps: [signUp, { ...signUp, tenantId: 'other' }] }],
    ['2 have promised the organization', { signUps: [signUp, { ...signUp, username: 'eve' }] }],
    ['was accepted 2 times', { secrets: [{ ...secret, accepted: 2 }] }],
    ['accepted 2 times on record', records({ audit: [signedUp, codeTaken, codeTaken] })],
    ['accepted, and there is no record', records({ audit: [signedUp] })],
    ['was good, and was not accepted', { secrets: [{ ...secret, accepted: 0 }] }],
    [
      'was good, and was not accepted',
      { secrets: [{ ...secret, accepted: 0 }], revocations: new Map([['k-2', 4001]]) },
    ],
    ['waits for ever', records({ outbox: [{ ...mail, settledAt: null }] })],
    ['noted as sent, and never came', { arrivals: [] }],
    ['was given up: rejected', records({ outbox: [{ ...mail, reason: 'rejected' }] })],
    ['given up before its expiry', records({ outbox: [{ ...mail, reason: 'expired' }] })],
    ['after its expiry', { arrivals: [{ id: 'm-1', at: 60_000 }] }],
    ['came from nowhere', { arrivals: [...good.arrivals, { id: 'm-2', at: 1 }] }],
    ['it was forged', { uses: [{ ...use, isForged: true }] }],
    ['it had expired', { uses: [{ ...use, sentAt: 20_000, endedAt: 20_001 }] }],
    ['its key was withdrawn', { uses: [use], revocations: new Map([['k-1', 0]]) }],
    ['it had ended', { endings: ended('s-1', 900) }],
    ['access of s-1 was accepted: it had ended', lateAccess({})],
    ['refresh of s-1 was good, and answered 401', { uses: [{ ...use, status: 401 }] }],
    ['access of s-1 was good', { uses: [{ ...use, what: 'access', status: 401 }] }],
    ['its token had expired', { terminals: [{ ...terminal, lastEchoAt: 24_000 }] }],
    ['3500 ms too long: its key', { ...lasting(6500 + 1), revocations: new Map([['k-1', 1]]) }],
    ['the account was disabled', { ...lasting(14_000), endings: ended('standing of ada', 1000) }],
    ['closed with 1006 for no reason', { terminals: [{ ...terminal, closeCode: 1006 }] }],
    ['closed with 4401 for no reason', { terminals: [{ ...terminal, closeCode: 4401 }] }],
    ['signed_up ok is on record 0 times', { attempts: [{ ...attempt, requestId: 'r-9' }] }],
    ['is on record 2 times', records({ audit: [signedUp, signedUp, codeTaken] })],
    ['was refused, and signed_up is on record', { attempts: [{ ...attempt, status: 409 }] }],
    ['was answered 500', { attempts: [{ ...attempt, ...problem, status: 500 }] }],
    ['was answered 504', { attempts: [{ ...attempt, ...problem, status: 504 }] }],
    ['without a problem document', { attempts: [{ ...attempt, ...problem, isProblem: false }] }],
    ['sent again 1 times during no fault', { attempts: [{ ...attempt, ...problem }] }],
    ['sent again 2 times during kill', { ...failed(2), faults: [fault('kill')] }],
    ['sent again 1 times during drain', { ...failed(1), faults: [fault('drain')] }],
    ['sent again 1 times during no fault', { ...failed(1), faults: [fault('kill', 500)] }],
    ['worked 5000 ms after', { recoveries: [{ gateway: 'one', milliseconds: 5000 }] }],
    ['0 and 1 work', { passwords: [{ username: 'ada', promised: [1], works: [0, 1] }] }],
    ['none work', { passwords: [{ username: 'ada', promised: [1], works: [] }] }],
    ['0 work', { passwords: [{ username: 'ada', promised: [1], works: [0] }] }],
  ])('finds: %s', (fault, changes) => {
    expect(violationsOf(changes)).toContainEqual(expect.stringContaining(fault))
  })

  it.each<[string, Partial<Evidence>]>([
    ['one who was refused, and came again', { signUps: [refused, signUp] }],
    ['a sign-up that was lost and is whole', { signUps: [{ ...refused, lost: 1 }] }],
    [
      'a code that was lost, and accepted unseen',
      { secrets: [{ ...secret, accepted: 0, lost: true }] },
    ],
    ['a code that had expired', { secrets: [{ ...secret, accepted: 0, expiresAt: 2000 }] }],
    [
      'a code that a rotation ended',
      { secrets: [{ ...secret, accepted: 0 }], revocations: new Map([['k-2', 1500]]) },
    ],
    [
      'a code that a rotation ended which was stored before it took effect',
      { secrets: [{ ...secret, accepted: 0 }], revocations: new Map([['k-2', 4000]]) },
    ],
    [
      'a mail that expired',
      {
        ...records({ outbox: [{ ...mail, settledAt: 50_000, reason: 'expired' }] }),
        arrivals: [],
      },
    ],
    ['one retry for a kill', { ...failed(1), faults: [fault('kill')] }],
    ['many retries for an outage', { ...failed(9), faults: [fault('database outage')] }],
    [
      'a terminal that a kill ended',
      {
        terminals: [{ ...terminal, closeCode: 1006 }],
        faults: [{ kind: 'kill', beganAt: 4000, endedAt: 5000 }],
      },
    ],
    [
      'an access token after logout',
      { uses: [{ ...use, what: 'access' }], endings: ended('s-1', 900) },
    ],
    ['an access token, two seconds after a new password', lateAccess({ sentAt: 2900 })],
    [
      'an access token after a new password that no gateway could know of',
      lateAccess({ faults: [fault('database outage', 4000)] }),
    ],
  ])('lets pass: %s', (_what, changes) => {
    expect(violationsOf(changes)).toEqual([])
  })
})

function violationsOf(changes: Partial<Evidence>): readonly string[] {
  return check({ ...good, ...changes }).flatMap(({ violations }) => violations)
}

function records(changes: Partial<Evidence['records']>): Partial<Evidence> {
  return { records: { ...good.records, ...changes } }
}

function ended(key: string, at: number): Evidence['endings'] {
  return new Map([[key, { begunAt: at, certainAt: at, endsAccess: false }]])
}

/** An access token that is shown after the password of its session was replaced. */
function lateAccess({
  sentAt = 6000,
  faults = [],
}: Partial<Pick<CredentialUse, 'sentAt'> & Pick<Evidence, 'faults'>>): Partial<Evidence> {
  return {
    uses: [{ ...use, what: 'access', sentAt, endedAt: sentAt + 100 }],
    endings: new Map([['s-1', { begunAt: 900, certainAt: 900, endsAccess: true }]]),
    faults,
  }
}

function lasting(lastEchoAt: number): Partial<Evidence> {
  return { uses: [], secrets: [], terminals: [{ ...terminal, lastEchoAt }] }
}

function fault(kind: Fault['kind'], beganAt = 0): Fault {
  return { kind, beganAt, endedAt: beganAt + 150 }
}

/** A request that fails so often, and then succeeds. */
function failed(times: number): Partial<Evidence> {
  const attempts = Array.from({ length: times }, () => ({ ...attempt, ...problem }))
  return { attempts: [...attempts, attempt] }
}
