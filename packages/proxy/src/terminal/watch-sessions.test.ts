import type { SessionStatus } from '@gatehouse/auth-core'
import type { EndedRefusal } from '@gatehouse/auth-core/ports'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import {
  type SessionConnection,
  type SessionEndings,
  type SessionWatchOptions,
  watchSessions,
} from './watch-sessions.ts'

const second = 1000
const day = 24 * 3600 * second
const start = new Date('2030-01-01T00:00:00Z')

beforeEach(() => {
  jest.useFakeTimers({ now: start })
})
afterEach(() => {
  jest.useRealTimers()
})

describe('watchSessions', () => {
  it.each([
    ['session_ended', 4403],
    ['token_stale', 4401],
  ] as const)(
    'T-78: closes at once what is told as %s, and nothing else',
    async (refusal, code) => {
      const { endings, endSession } = createEndings()
      const { watch, closed } = watching({}, { endings })
      const other = connection({ sessionId: 's-2' })
      watch.add(other.connection)
      endSession('s-1', refusal)
      expect([closed, other.closed]).toEqual([[code], []])
      const late = connection()
      watch.add(late.connection)
      expect(late.closed).toEqual([code])
      watch.stop()
      endSession('s-2', refusal)
      expect(other.closed).toEqual([])
    },
  )

  it('T-78: closes with 4401 at the moment the token expires', async () => {
    const { closed } = watching({ validUntil: later(60 * second) })
    await jest.advanceTimersByTimeAsync(60 * second - 1)
    expect(closed).toEqual([])
    await jest.advanceTimersByTimeAsync(1)
    expect(closed).toEqual([4401])
  })

  it('goes on while the session is refreshed, and ends with the last token', async () => {
    const { closed, sessions } = watching({ validUntil: later(60 * second) })
    sessions.set('s-1', { validUntil: later(90 * second), allowed: true })
    await jest.advanceTimersByTimeAsync(89 * second)
    expect(closed).toEqual([])
    await jest.advanceTimersByTimeAsync(second)
    expect(closed).toEqual([4401])
  })

  it('has each end at its own time, and one timer for all', async () => {
    const { watch } = watching()
    const timers = jest.getTimerCount()
    const connections = [7, 3, 5, 3].map((seconds) => {
      return connection({ sessionId: `of-${seconds}`, validUntil: later(seconds * second) })
    })
    for (const each of connections) watch.add(each.connection)
    expect(jest.getTimerCount()).toBe(timers)
    const ended: number[] = []
    for (let passed = 0; passed < 8; passed += 1) {
      ended.push(connections.filter(({ closed }) => closed.length === 1).length)
      await jest.advanceTimersByTimeAsync(second)
    }
    expect(ended).toEqual([0, 0, 0, 2, 2, 3, 3, 4])
  })

  it('looks up in one question what expires at once', async () => {
    const { watch, asked } = watching({ validUntil: later(second) })
    watch.add(connection({ sessionId: 's-2', validUntil: later(second) }).connection)
    await jest.advanceTimersByTimeAsync(second)
    expect(asked).toEqual([['s-1', 's-2']])
  })

  it('B-133: does not close at once what is valid for sixty days', async () => {
    const { closed } = watching(
      { validUntil: later(60 * day) },
      { checkSeconds: 1e6, pollSeconds: 1e6 },
    )
    await jest.advanceTimersByTimeAsync(60 * day - 1)
    expect(closed).toEqual([])
    await jest.advanceTimersByTimeAsync(1)
    expect(closed).toEqual([4401])
  })

  it('T-78: closes with 4403 at the next look when the account may no longer act', async () => {
    const { closed, sessions } = watching()
    await jest.advanceTimersByTimeAsync(15 * second)
    sessions.set('s-1', { validUntil: later(day), allowed: false })
    expect(closed).toEqual([])
    await jest.advanceTimersByTimeAsync(5 * second)
    expect(closed).toEqual([4403])
  })

  it('closes with 4403 what is no longer on record', async () => {
    const { closed, sessions } = watching()
    sessions.delete('s-1')
    await jest.advanceTimersByTimeAsync(10 * second)
    expect(closed).toEqual([4403])
  })

  it('T-78: closes within a second of a forced rotation', async () => {
    let revoked = ['one']
    const { closed } = watching({ revokedBefore: ['one'] }, { revokedKeys: () => revoked })
    await jest.advanceTimersByTimeAsync(3 * second)
    expect(closed).toEqual([])
    revoked = ['one', 'two']
    await jest.advanceTimersByTimeAsync(second)
    expect(closed).toEqual([4403])
  })

  it('T-78: closes what was opened before this replica heard of a forced rotation', async () => {
    let revoked: readonly string[] = []
    const { closed } = watching({}, { revokedKeys: () => revoked })
    await jest.advanceTimersByTimeAsync(3 * second)
    revoked = ['one']
    await jest.advanceTimersByTimeAsync(second)
    expect(closed).toEqual([4403])
  })

  it('does not close when the revoked keys are forgotten', async () => {
    const { closed } = watching({ revokedBefore: ['one'] }, { revokedKeys: () => [] })
    await jest.advanceTimersByTimeAsync(3 * second)
    expect(closed).toEqual([])
  })

  it('asks once for all connections, and names each session once', async () => {
    const { watch, asked, sessions } = watching()
    sessions.set('s-2', { validUntil: later(day), allowed: true })
    watch.add(connection({ sessionId: 's-2' }).connection)
    watch.add(connection({ sessionId: 's-2' }).connection)
    await jest.advanceTimersByTimeAsync(10 * second)
    expect(asked).toEqual([['s-1', 's-2']])
  })

  it('T-85: keeps a valid token’s connection while sessions cannot be looked up', async () => {
    const { closed } = watching({}, { checkSessions: () => Promise.reject(new Error('down')) })
    await jest.advanceTimersByTimeAsync(60 * second)
    expect(closed).toEqual([])
  })

  it('T-85: closes with 4401 when an expired token’s session cannot be looked up', async () => {
    const { closed } = watching(
      { validUntil: later(second) },
      { checkSessions: () => Promise.reject(new Error('down')) },
    )
    await jest.advanceTimersByTimeAsync(second)
    expect(closed).toEqual([4401])
  })

  it('T-78: does not wait for a slow lookup longer than a second', async () => {
    const { closed } = watching(
      { validUntil: later(second) },
      { checkSessions: () => new Promise(() => undefined) },
    )
    await jest.advanceTimersByTimeAsync(2 * second - 1)
    expect(closed).toEqual([])
    await jest.advanceTimersByTimeAsync(1)
    expect(closed).toEqual([4401])
  })

  it('does not ask again while it waits for an answer', async () => {
    let questions = 0
    watching(
      {},
      {
        checkSessions: () => {
          questions += 1
          return new Promise(() => undefined)
        },
      },
    )
    await jest.advanceTimersByTimeAsync(60 * second)
    expect(questions).toBe(1)
  })

  it('does not check by an old answer what came after the question', async () => {
    const answer = Promise.withResolvers<ReadonlyMap<string, SessionStatus>>()
    const { watch } = watching({}, { checkSessions: () => answer.promise })
    await jest.advanceTimersByTimeAsync(10 * second)
    const late = connection({ sessionId: 's-9' })
    watch.add(late.connection)
    answer.resolve(new Map([['s-1', { validUntil: later(day), allowed: true }]]))
    await jest.advanceTimersByTimeAsync(second)
    expect(late.closed).toEqual([])
  })

  it('closes nothing that was removed, and nothing twice', async () => {
    const { watch, closed, watched, sessions } = watching({ validUntil: later(second) })
    const other = connection({ validUntil: later(second) })
    watch.add(other.connection)
    watch.remove(watched)
    sessions.delete('s-1')
    await jest.advanceTimersByTimeAsync(60 * second)
    expect([closed, other.closed]).toEqual([[], [4401]])
  })

  it('leaves no timer behind when it stops', () => {
    const { watch } = watching()
    watch.stop()
    expect(jest.getTimerCount()).toBe(0)
  })
})

function later(ms: number): Date {
  return new Date(Date.now() + ms)
}

function createEndings() {
  const ended = new Map<string, EndedRefusal>()
  const listeners = new Set<() => void>()
  const endings: SessionEndings = {
    check: ({ sessionId }) => ended.get(sessionId) ?? null,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return {
    endings,
    endSession(id: string, refusal: EndedRefusal) {
      ended.set(id, refusal)
      for (const listener of listeners) listener()
    },
  }
}

function connection(overrides: Partial<SessionConnection> = {}) {
  const closed: number[] = []
  return {
    closed,
    connection: {
      sessionId: 's-1',
      issuedAt: start,
      revokedBefore: [],
      validUntil: later(day),
      close: (code: number) => closed.push(code),
      ...overrides,
    },
  }
}

function watching(
  overrides: Partial<SessionConnection> = {},
  options: Partial<SessionWatchOptions> = {},
) {
  const sessions = new Map<string, SessionStatus>()
  sessions.set('s-1', { validUntil: overrides.validUntil ?? later(day), allowed: true })
  const asked: (readonly string[])[] = []
  const watch = watchSessions({
    clock: { now: () => new Date() },
    checkSessions: async (ids) => {
      asked.push(ids)
      return new Map(sessions)
    },
    revokedKeys: () => [],
    checkSeconds: 10,
    pollSeconds: 1,
    log: { info: () => undefined, warn: () => undefined },
    ...options,
  })
  const { closed, connection: watched } = connection(overrides)
  watch.add(watched)
  return { watch, watched, closed, sessions, asked }
}
