import { describe, expect, it } from '@jest/globals'
import type { CallResult } from '../api/call.ts'
import type { RefreshAnswer } from '../api/wire.ts'
import { createKeptSession } from './kept-session.ts'
import { sessionOfHandOver } from './session.ts'
import { type BrowserState, parseRemembered } from './stay.ts'

const done = { ok: true, value: undefined } as const
const failed = (code: string) => ({ ok: false, error: { code, errors: [] } }) as const
const token = `x.${Buffer.from(JSON.stringify({ sid: 's1' })).toString('base64url')}.y`
const answer = { ok: true, value: { token, expires_in: 9 } } as const
const session = sessionOfHandOver({ token, expiresIn: 9 }, 0)

interface Answers {
  readonly keep?: Promise<CallResult<unknown>>
  readonly resume?: CallResult<RefreshAnswer>
  readonly forget?: CallResult<unknown>
}

function browser(initial: BrowserState | undefined, answers: Answers = {}) {
  let state = initial
  const calls: string[] = []
  const called = <Answer>(name: string, given: Answer) => {
    calls.push(name)
    return given
  }
  const kept = createKeptSession({
    routes: {
      keepSession: async () => called('keep', (await answers.keep) ?? done),
      resumeSession: async () => called('resume', answers.resume ?? answer),
      forgetSession: async () => called('forget', answers.forget ?? done),
    },
    state: () => state,
    noteState(next) {
      state = next
    },
    now: () => 1000,
  })
  return { kept, calls, state: () => state }
}

describe('the session that a browser keeps', () => {
  it('is noted once the service has said so', async () => {
    if (!session) throw new Error('no session')
    const { kept, state } = browser('open')
    await kept.keep(session)
    expect(state()).toBe('kept')
    const other = browser('open', { keep: Promise.resolve(failed('unreachable')) })
    await other.kept.keep(session)
    expect(other.state()).toBe('open')
  })

  it('is taken up as one that is kept', async () => {
    const { kept } = browser('kept')
    expect(await kept.resume()).toMatchObject({
      kind: 'resumed',
      session: { token, isKept: true, claims: { sid: 's1' }, expiresAt: 10_000 },
    })
  })

  it.each([undefined, 'open'] as const)(
    'is not asked for in a browser that is %p',
    async (state) => {
      const { kept, calls } = browser(state)
      expect(await kept.resume()).toEqual({ kind: 'none' })
      await kept.forget()
      expect(calls).toEqual([])
    },
  )

  it('is over when the service says so, and only then', async () => {
    const over = browser('kept', { resume: failed('session_ended') })
    expect(await over.kept.resume()).toEqual({ kind: 'ended' })
    expect(over.state()).toBeUndefined()
    for (const code of ['unreachable', 'rate_limited', 'overloaded']) {
      const away = browser('kept', { resume: failed(code) })
      expect(await away.kept.resume()).toEqual({ kind: 'unreachable' })
      expect(away.state()).toBe('kept')
    }
  })

  it('is ended by the next visit, and not taken up, when the service could not be told', async () => {
    const { kept, calls, state } = browser('kept', { forget: failed('unreachable') })
    await kept.forget()
    expect(state()).toBe('leaving')
    expect(await kept.resume()).toEqual({ kind: 'none' })
    expect(calls).toEqual(['forget', 'forget'])
  })

  it('is ended after it was kept, however soon the person signs out', async () => {
    if (!session) throw new Error('no session')
    let isKept: (answer: CallResult<unknown>) => void = () => undefined
    const keep = new Promise<CallResult<unknown>>((resolve) => {
      isKept = resolve
    })
    const { kept, calls, state } = browser('open', { keep })
    const keeping = kept.keep(session)
    const forgotten = kept.forget()
    expect(calls).toEqual([])
    isKept(done)
    await Promise.all([keeping, forgotten])
    expect(calls).toEqual(['keep', 'forget'])
    expect(state()).toBeUndefined()
  })
})

describe('what is remembered', () => {
  it('is an address and an organization, and nothing else', () => {
    const who = { email: 'ada@example.com', tenantId: 'acme' }
    expect(parseRemembered(JSON.stringify({ ...who, token: 'x' }))).toEqual(who)
    for (const text of [null, '', 'null', '{', '[]', '{"email":1,"tenantId":"a"}', '"x"']) {
      expect(parseRemembered(text)).toBeUndefined()
    }
  })
})
