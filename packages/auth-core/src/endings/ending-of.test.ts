import { describe, expect, it } from '@jest/globals'
import { secondsAfter } from '../lib/time.ts'
import { endingOf, endingOfLogin } from './ending-of.ts'

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

  it.each([3, 0, -3600])(
    'T-97: makes stale up to the newest token, issued %d seconds after what the clock says',
    (seconds) => {
      const issuedAt = secondsAfter(now, seconds)
      const session = { id: 'session-1', issuedAt, expiresAt }
      expect(endingOf(session, 'stale', now).at).toEqual(issuedAt)
    },
  )

  it.each([-40 * 86_400, 0, 40 * 86_400])(
    'T-97: of a login lasts as long as its session tokens, by a clock that is %d seconds off',
    (seconds) => {
      const durations = { sessionTokenSeconds: 600, otpSeconds: 300 }
      const login = { loginId: 'login-1', issuedAt: now }
      const { until } = endingOfLogin(login, durations, secondsAfter(now, seconds))
      expect(until.getTime()).toBeGreaterThanOrEqual(secondsAfter(now, 600).getTime())
    },
  )
})
