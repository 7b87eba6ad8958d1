import { describe, expect, it } from '@jest/globals'
import {
  type Acting,
  acting,
  authenticate,
  bobElsewhere,
  signedIn,
} from '../../test-support/acting.ts'
import { outcomeOf } from '../../testing/test-environment.ts'

const ended = { kind: 'refused', refusal: 'session_ended' }
const notFound = { kind: 'refused', refusal: 'not_found' }

describe("the list of one's own sessions", () => {
  it('says where each came from and when it was last used, the newest first', async () => {
    const { environment, ada, token, sessionId } = await acting()
    const { auth, from, ports } = environment
    const openedAt = ports.clock.now()
    ports.clock.advance(60)
    const other = { client: 'cli', network: '198.51.100.7', userAgent: 'x'.repeat(300) } as const
    outcomeOf('authenticated', await environment.logIn(ada, other))
    ports.clock.advance(60)
    const { token: renewed } = outcomeOf('refreshed', await auth.refresh({ token, from: from() }))
    const listed = outcomeOf('sessions', await auth.listSessions({ token: renewed, from: from() }))
    expect(listed.currentId).toBe(sessionId)
    const now = ports.clock.now()
    expect(listed.sessions).toMatchObject([
      {
        id: sessionId,
        client: 'ui',
        network: '192.0.2.1',
        userAgent: 'a browser',
        createdAt: openedAt,
        lastSeenAt: now,
      },
      { client: 'cli', network: '198.51.100.7', userAgent: 'x'.repeat(256) },
    ])
  })

  it("has none that has ended or expired, and nobody else's", async () => {
    const { environment, ada, token } = await acting()
    const { auth, from } = environment
    const bob = await bobElsewhere(environment)
    await signedIn(environment, bob)
    const other = await signedIn(environment, ada)
    await auth.logOut({ token: other.token, from: from() })
    environment.ports.clock.advance(43_200)
    const late = await signedIn(environment, ada)
    environment.ports.clock.advance(43_200)
    expect(await auth.listSessions({ token, from: from() })).toMatchObject({
      refusal: 'token_expired',
    })
    const { sessions } = outcomeOf(
      'sessions',
      await auth.listSessions({ token: late.token, from: from() }),
    )
    expect(sessions.map(({ id }) => id)).toEqual([late.sessionId])
  })

  it('is told to nobody without a token', async () => {
    const { environment } = await acting()
    const query = { token: 'made up', from: environment.from() }
    expect(await environment.auth.listSessions(query)).toMatchObject({ refusal: 'token_invalid' })
  })
})

describe('ending a session', () => {
  it('closes its access tokens, its refresh and the session tokens of its login', async () => {
    const one = await acting()
    const { environment, ada } = one
    const other = await signedIn(environment, ada)
    expect(await end(one, other.sessionId)).toEqual({ kind: 'session_ended' })
    await expectClosed(one, other)
    expect(authenticate(environment, one.token)).toMatchObject({ kind: 'valid' })
    expect(await environment.audit('session_ended')).toMatchObject([
      { accountId: ada.accountId, tenantId: 'acme', detail: { session: other.sessionId } },
    ])
  })

  it('may close the one that asks', async () => {
    const one = await acting()
    expect(await end(one, one.sessionId)).toEqual({ kind: 'session_ended' })
    await expectClosed(one, one)
  })

  it('ends the access tokens of one that was logged out, too', async () => {
    const one = await acting()
    const { environment, ada } = one
    const other = await signedIn(environment, ada)
    await environment.auth.logOut({ token: other.token, from: environment.from() })
    expect(authenticate(environment, other.token)).toMatchObject({ kind: 'valid' })
    expect(await end(one, other.sessionId)).toEqual({ kind: 'session_ended' })
    expect(authenticate(environment, other.token)).toEqual(ended)
  })

  it('leaves the session tokens of the one that asks, when both came of one login', async () => {
    const one = await acting()
    const { auth, from } = one.environment
    const { sessionToken } = one
    const command = { sessionToken, tenantId: 'acme', from: from() }
    const { token } = outcomeOf('authenticated', await auth.selectTenant(command))
    const { claims } = outcomeOf('valid', authenticate(one.environment, token))
    expect(await end(one, claims.sessionId)).toEqual({ kind: 'session_ended' })
    expect(authenticate(one.environment, token)).toEqual(ended)
    expect(await auth.listTenants({ sessionToken, from: from() })).toMatchObject({
      kind: 'tenants',
    })
  })

  it('finds none of another account, and none that is made up', async () => {
    const one = await acting()
    const { environment } = one
    const bob = await bobElsewhere(environment)
    const other = await signedIn(environment, bob)
    expect(await end(one, other.sessionId)).toEqual(notFound)
    expect(await end(one, 'made up')).toEqual(notFound)
    expect(authenticate(environment, other.token)).toMatchObject({ kind: 'valid' })
    expect(await environment.audit('session_ended')).toEqual([])
  })
})

describe('ending all other sessions', () => {
  it('leaves the one that asks', async () => {
    const one = await acting()
    const { environment, ada } = one
    const others = [await signedIn(environment, ada), await signedIn(environment, ada)]
    const { auth, from } = environment
    const command = { token: one.token, from: from() }
    expect(await auth.endOtherSessions(command)).toEqual({ kind: 'other_sessions_ended' })
    for (const other of others) await expectClosed(one, other)
    expect(authenticate(environment, one.token)).toMatchObject({ kind: 'valid' })
    const { token, sessionToken } = one
    expect(await auth.refresh({ token, from: from() })).toMatchObject({ kind: 'refreshed' })
    expect(await auth.listTenants({ sessionToken, from: from() })).toMatchObject({
      kind: 'tenants',
    })
    const { sessions } = outcomeOf('sessions', await auth.listSessions(command))
    expect(sessions).toHaveLength(1)
    expect(await environment.audit('session_ended')).toMatchObject([
      { detail: { session: 'others' } },
    ])
  })
})

function end({ environment: { auth, from }, token }: Acting, id: string) {
  return auth.endSession({ token, id, from: from() })
}

async function expectClosed(
  { environment }: Acting,
  { token, sessionToken }: Pick<Acting, 'token' | 'sessionToken'>,
): Promise<void> {
  const { auth, from } = environment
  expect(authenticate(environment, token)).toEqual(ended)
  expect(await auth.refresh({ token, from: from() })).toEqual(ended)
  expect(await auth.listTenants({ sessionToken, from: from() })).toMatchObject({
    refusal: 'session_token_invalid',
  })
}
