import { describe, expect, it } from '@jest/globals'
import {
  createTestEnvironment,
  outcomeOf,
  type TestEnvironment,
} from '../../testing/test-environment.ts'

const loggedOut = { kind: 'logged_out' }
const ended = { kind: 'refused', refusal: 'session_ended' }

describe('T-43: logging out', () => {
  it('leaves the token usable until its own expiry, but never renewed', async () => {
    const { environment, token } = await loggedIn()
    expect(await logOut(environment, token)).toEqual(loggedOut)
    environment.ports.clock.advance(86_399)
    expect(environment.auth.authenticate(token, environment.ports.clock.now())).toMatchObject({
      kind: 'valid',
    })
    expect(await environment.auth.refresh({ token, from: environment.from() })).toEqual(ended)
  })

  it('twice is the same as once, and the first time counts', async () => {
    const { environment, token } = await loggedIn()
    const first = environment.ports.clock.now()
    await logOut(environment, token)
    environment.ports.clock.advance(60)
    expect(await logOut(environment, token)).toEqual(loggedOut)
    const { sessionId } = claimsOf(environment, token)
    const session = await environment.ports.store.transaction((tx) => tx.sessions.find(sessionId))
    expect(session).toMatchObject({ endedAt: first })
  })

  it('ends the session for every token of it', async () => {
    const { environment, token } = await loggedIn()
    const refreshed = await environment.auth.refresh({ token, from: environment.from() })
    const { token: newer } = outcomeOf('refreshed', refreshed)
    await logOut(environment, token)
    expect(await environment.auth.refresh({ token: newer, from: environment.from() })).toEqual(
      ended,
    )
  })

  it('ends no other session of the same person', async () => {
    const { environment, ada, token } = await loggedIn()
    const { token: elsewhere } = outcomeOf('authenticated', await environment.logIn(ada))
    await logOut(environment, token)
    const refreshed = await environment.auth.refresh({ token: elsewhere, from: environment.from() })
    expect(refreshed).toMatchObject({ kind: 'refreshed' })
  })

  it('is on record each time, under the client type of the token', async () => {
    const { environment, ada, token } = await loggedIn()
    await logOut(environment, token)
    await logOut(environment, token)
    const event = { outcome: 'ok', accountId: ada.accountId, tenantId: 'acme', client: 'cli' }
    expect(await environment.audit('logged_out')).toMatchObject([event, event])
  })

  it('T-104: is limited by network, and leaves no record beyond', async () => {
    const { environment, token } = await loggedIn()
    for (let asked = 0; asked < 600; asked += 1) await logOut(environment, token)
    expect(await logOut(environment, token)).toMatchObject({ refusal: 'rate_limited' })
    expect(await environment.audit('logged_out')).toHaveLength(600)
  })

  it('needs a token that is good', async () => {
    const { environment, token } = await loggedIn()
    expect(await logOut(environment, 'made up')).toEqual({
      kind: 'refused',
      refusal: 'token_invalid',
    })
    environment.ports.clock.advance(86_400)
    expect(await logOut(environment, token)).toEqual({ kind: 'refused', refusal: 'token_expired' })
    expect(await environment.audit('logged_out')).toEqual([])
  })

  it('of a session that is not on record any more is answered alike', async () => {
    const { environment, token } = await loggedIn()
    await environment.ports.store.transaction((tx) => tx.tenants.remove('acme'))
    expect(await logOut(environment, token)).toEqual(loggedOut)
  })
})

async function loggedIn() {
  const environment = createTestEnvironment()
  const ada = await environment.signUp()
  const { token } = outcomeOf('authenticated', await environment.logIn(ada, { client: 'cli' }))
  return { environment, ada, token }
}

function logOut({ auth, from }: TestEnvironment, token: string) {
  return auth.logOut({ token, from: from() })
}

function claimsOf({ auth, ports }: TestEnvironment, token: string) {
  return outcomeOf('valid', auth.authenticate(token, ports.clock.now())).claims
}
