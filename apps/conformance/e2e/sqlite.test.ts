/** The gateway as it starts without any setting: SQLite, its own credential store, the limits as they are. */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { runConformance } from '../src/run-conformance.ts'
import { describeConformance } from '../test-support/describe-conformance.ts'
import { openSubject, type Subject } from '../test-support/open-subject.ts'

// A run is a hundred and eighty requests, one after the other.
jest.setTimeout(180_000)

describeConformance(openSubject)

describe('a service of edition 1.1.0 without mails', () => {
  let subject: Subject

  beforeAll(async () => {
    subject = await openSubject({ API_EDITION: '1.1.0' })
  })
  afterAll(() => subject.close())

  it('is held to that edition, and to what can be seen without mails', async () => {
    const { edition, results } = await runConformance({ url: subject.url })
    expect(edition).toBe('1.1.0')
    const failed = results.filter(
      ({ outcome }) => outcome === 'failed' || outcome === 'not checked',
    )
    expect(failed).toEqual([])
    const reasons = results.flatMap(({ check, outcome, why }) =>
      outcome === 'not applicable' && check.edition === '1.1.0' ? [why] : [],
    )
    expect(new Set(reasons)).toEqual(
      new Set([
        'it needs the mails: --mailbox',
        'tokens last 86400 seconds; it needs CONFORMANCE_JWT_SECRET, or a lifetime of at most 60 seconds',
      ]),
    )
    const isPassed = (id: string) =>
      results.some((each) => each.check.id === id && each.outcome === 'passed')
    expect(['edition.absent', 'login.scenario-c', 'codes.challenge'].map(isPassed)).toEqual([
      true,
      true,
      true,
    ])
  })
})

describe('a service whose tokens last for seconds', () => {
  let subject: Subject

  beforeAll(async () => {
    subject = await openSubject({ JWT_EXPIRY_HOURS: '0.001' })
  })
  afterAll(() => subject.close())

  it('is seen to refuse an expired token without its secret', async () => {
    const only = ['refresh', 'backend.expired', 'logout']
    const { results } = await runConformance({ url: subject.url, only })
    expect(results.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
    expect(results.map(({ check }) => check.id)).toContain('refresh.token-expired')
  })
})
