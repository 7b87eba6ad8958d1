import { describe, expect, it } from '@jest/globals'
import type { CallResult } from '../api/call.ts'
import type { RefreshAnswer } from '../api/wire.ts'
import { type Session, sessionOfHandOver } from './session.ts'
import { createTokenRenewal } from './token-renewal.ts'

function tokenOf(sid: string): string {
  return `x.${Buffer.from(JSON.stringify({ sid })).toString('base64url')}.y`
}

/** The renewal of a session of 90 seconds that began at 0. @param now In milliseconds. */
function setUp(now: number, answer: CallResult<RefreshAnswer>) {
  let session = sessionOfHandOver({ token: tokenOf('s1'), expiresIn: 90 }, 0)
  const asked: string[] = []
  const renewals: Session[] = []
  let ended = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  const tokenRenewal = createTokenRenewal({
    current: () => session,
    async refresh(token) {
      asked.push(token)
      await promise
      return answer
    },
    onRenewed: (next) => renewals.push(next),
    async onEnded() {
      ended += 1
      return true
    },
    now: () => now,
  })
  return {
    tokenRenewal,
    asked,
    renewals,
    ended: () => ended,
    answer: resolve,
    leave: () => {
      session = undefined
    },
  }
}

const good: CallResult<RefreshAnswer> = {
  ok: true,
  value: { token: tokenOf('s1'), expires_in: 90 },
}
const bad = (code: string): CallResult<RefreshAnswer> => ({
  ok: false,
  error: { code, errors: [] },
})

describe('renewing', () => {
  it('waits until it is due', async () => {
    const { tokenRenewal, asked } = setUp(59_999, good)
    await tokenRenewal.renew('if_due')
    expect(asked).toEqual([])
  })

  it('asks once, however often it is called', async () => {
    const { tokenRenewal, asked, renewals, answer } = setUp(60_000, good)
    const both = [tokenRenewal.renew('if_due'), tokenRenewal.renew('now')]
    answer()
    await Promise.all(both)
    expect([asked.length, renewals.length]).toEqual([1, 1])
    expect(renewals[0]?.expiresAt).toBe(150_000)
  })

  it.each(['session_ended', 'token_expired', 'token_invalid'])('ends at %s', async (code) => {
    const { tokenRenewal, ended, answer } = setUp(60_000, bad(code))
    answer()
    await tokenRenewal.renew('if_due')
    expect(ended()).toBe(1)
  })

  it.each(['unreachable', 'rate_limited', 'overloaded'])('tries again after %s', async (code) => {
    const { tokenRenewal, asked, ended, answer } = setUp(60_000, bad(code))
    answer()
    expect(await tokenRenewal.renew('if_due')).toBe(false)
    expect(await tokenRenewal.renew('if_due')).toBe(false)
    expect([asked.length, ended()]).toEqual([2, 0])
  })

  it('ends without asking once the token has expired', async () => {
    const { tokenRenewal, asked, ended } = setUp(90_000, good)
    await tokenRenewal.renew('if_due')
    expect([asked.length, ended()]).toEqual([0, 1])
  })

  it('revives no session that was left meanwhile', async () => {
    const { tokenRenewal, renewals, answer, leave } = setUp(60_000, good)
    const renewal = tokenRenewal.renew('if_due')
    leave()
    answer()
    await renewal
    expect(renewals).toEqual([])
  })
})
