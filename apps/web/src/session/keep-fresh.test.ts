import { describe, expect, it } from '@jest/globals'
import type { Outcome } from '../api/call.ts'
import type { RefreshAnswer } from '../api/wire.ts'
import { createFreshness } from './keep-fresh.ts'
import { type Session, sessionOfHandOver } from './session.ts'

function tokenOf(sid: string): string {
  return `x.${Buffer.from(JSON.stringify({ sid })).toString('base64url')}.y`
}

/** A session of 90 seconds that began at 0, at a time of the test's choice. */
function stage(now: number, answer: Outcome<RefreshAnswer>) {
  let session = sessionOfHandOver({ token: tokenOf('s1'), expiresIn: 90 }, 0)
  const asked: string[] = []
  const renewals: Session[] = []
  let ended = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  const freshness = createFreshness({
    current: () => session,
    async refresh(token) {
      asked.push(token)
      await promise
      return answer
    },
    onRenewed: (next) => renewals.push(next),
    onEnded: () => {
      ended += 1
    },
    now: () => now,
  })
  return {
    freshness,
    asked,
    renewals,
    ended: () => ended,
    answer: resolve,
    leave: () => {
      session = undefined
    },
  }
}

const good: Outcome<RefreshAnswer> = { ok: true, value: { token: tokenOf('s1'), expires_in: 90 } }
const bad = (code: string): Outcome<RefreshAnswer> => ({
  ok: false,
  apiError: { code, errors: [] },
})

describe('renewing', () => {
  it('waits until it is due', async () => {
    const { freshness, asked } = stage(59_999, good)
    await freshness.renew('if_due')
    expect(asked).toEqual([])
  })

  it('asks once, however often it is called', async () => {
    const { freshness, asked, renewals, answer } = stage(60_000, good)
    const both = [freshness.renew('if_due'), freshness.renew('now')]
    answer()
    await Promise.all(both)
    expect([asked.length, renewals.length]).toEqual([1, 1])
    expect(renewals[0]?.expiresAt).toBe(150_000)
  })

  it.each(['session_ended', 'token_expired', 'token_invalid'])('ends at %s', async (code) => {
    const { freshness, ended, answer } = stage(60_000, bad(code))
    answer()
    await freshness.renew('if_due')
    expect(ended()).toBe(1)
  })

  it.each(['unreachable', 'rate_limited', 'overloaded'])('tries again after %s', async (code) => {
    const { freshness, asked, ended, answer } = stage(60_000, bad(code))
    answer()
    await freshness.renew('if_due')
    await freshness.renew('if_due')
    expect([asked.length, ended()]).toEqual([2, 0])
  })

  it('ends without asking once the token has expired', async () => {
    const { freshness, asked, ended } = stage(90_000, good)
    await freshness.renew('if_due')
    expect([asked.length, ended()]).toEqual([0, 1])
  })

  it('revives nobody who signed out meanwhile', async () => {
    const { freshness, renewals, answer, leave } = stage(60_000, good)
    const renewal = freshness.renew('if_due')
    leave()
    answer()
    await renewal
    expect(renewals).toEqual([])
  })
})
