import { describe, expect, it } from '@jest/globals'
import type { CallResult } from '../api/call.ts'
import { createAsk } from './ask.ts'
import type { Session } from './session.ts'

const claims = {
  sid: 's',
  authTime: 0,
  userId: 'u',
  username: 'ada',
  email: 'ada@example.com',
  tenantId: 't',
  tenantName: 'T',
  role: 'user',
}

/** A tab that holds a token; the service answers for each token as told, a text being a refusal. */
function tab(answers: Readonly<Record<string, string | number>>) {
  let session: Session | undefined = { token: 'old', claims, receivedAt: 0, expiresAt: 1 }
  const asked: string[] = []
  const state = { renewals: 0, ended: 0, renewsTo: 'new' as string | undefined }
  const hold = (token: string) => {
    if (session) session = { ...session, token }
  }
  const ask = createAsk({
    current: () => session,
    renew: async () => {
      state.renewals += 1
      if (state.renewsTo) hold(state.renewsTo)
    },
    onEnded: () => {
      state.ended += 1
      session = undefined
    },
  })
  const work = async (token: string): Promise<CallResult<number>> => {
    asked.push(token)
    const answer = answers[token] ?? 'token_invalid'
    return typeof answer === 'number'
      ? { ok: true, value: answer }
      : { ok: false, error: { code: answer, errors: [] } }
  }
  return { ask: () => ask(work), asked, state, hold }
}

const refused = (code: string) => ({ ok: false, error: { code, errors: [] } })

describe('asking with the token of the session', () => {
  it('hands on what the service answers', async () => {
    const { ask, state } = tab({ old: 1 })
    expect(await ask()).toEqual({ ok: true, value: 1 })
    expect(state).toMatchObject({ renewals: 0, ended: 0 })
  })

  it('renews a token whose rights have changed and asks again, without a word', async () => {
    const { ask, asked, state } = tab({ old: 'token_stale', new: 2 })
    expect(await ask()).toEqual({ ok: true, value: 2 })
    expect(asked).toEqual(['old', 'new'])
    expect(state).toMatchObject({ renewals: 1, ended: 0 })
  })

  it('does that once: a token that is stale again is told', async () => {
    const { ask, asked } = tab({ old: 'token_stale', new: 'token_stale' })
    expect(await ask()).toEqual(refused('token_stale'))
    expect(asked).toEqual(['old', 'new'])
  })

  it('tells it when the token could not be renewed', async () => {
    const { ask, asked, state } = tab({ old: 'token_stale' })
    state.renewsTo = undefined
    expect(await ask()).toEqual(refused('token_stale'))
    expect(asked).toEqual(['old'])
    expect(state.ended).toBe(0)
  })

  it.each(['token_invalid', 'token_expired', 'session_ended'])(
    'ends the session of this tab on %s',
    async (code) => {
      const { ask, state } = tab({ old: code })
      expect(await ask()).toEqual(refused(code))
      expect(state.ended).toBe(1)
    },
  )

  it('asks again, and ends nothing, when the token was renewed while the call was under way', async () => {
    const held = tab({ old: 'token_expired', new: 3 })
    const answer = held.ask()
    held.hold('new')
    expect(await answer).toEqual({ ok: true, value: 3 })
    expect(held.state).toMatchObject({ renewals: 0, ended: 0 })
  })

  it('leaves every other refusal to the page', async () => {
    const { ask, state, asked } = tab({ old: 'forbidden' })
    expect(await ask()).toEqual(refused('forbidden'))
    expect(asked).toEqual(['old'])
    expect(state).toMatchObject({ renewals: 0, ended: 0 })
  })
})
