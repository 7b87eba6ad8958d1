import { describe, expect, it } from '@jest/globals'
import { secondsAfter } from '../lib/time.ts'
import { endingOf } from './ending-of.ts'

const now = new Date('2030-01-01T00:00:00Z')
const expiresAt = secondsAfter(now, 3600)

describe('an ending', () => {
  it('lasts as long as the tokens of its session', () => {
    const session = { id: 'session-1', issuedAt: secondsAfter(now, -60), expiresAt }
    expect(endingOf(session, 'ended', now)).toEqual({
      subject: 'session',
      id: 'session-1',
      kind: 'ended',
      at: now,
      until: expiresAt,
    })
  })

  it('concerns a token that another replica issued with a clock that is ahead', () => {
    const issuedAt = secondsAfter(now, 3)
    expect(endingOf({ id: 'session-1', issuedAt, expiresAt }, 'stale', now).at).toEqual(issuedAt)
  })
})
