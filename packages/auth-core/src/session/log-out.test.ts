import { describe, expect, it } from '@jest/globals'
import { createStage, outcomeOf, type Stage } from '../../testing/stage.ts'

const loggedOut = { kind: 'logged_out' }
const ended = { kind: 'refused', refusal: 'session_ended' }

describe('T-43: logging out', () => {
  it('leaves the token usable until its own expiry, but never renewed', async () => {
    const { stage, token } = await loggedIn()
    expect(await logOut(stage, token)).toEqual(loggedOut)
    stage.ports.clock.advance(86_399)
    expect(stage.auth.authenticate(token, stage.ports.clock.now())).toMatchObject({
      kind: 'authenticated',
    })
    expect(await stage.auth.refresh({ token, from: stage.from() })).toEqual(ended)
  })

  it('twice is the same as once, and the first time counts', async () => {
    const { stage, token } = await loggedIn()
    const first = stage.ports.clock.now()
    await logOut(stage, token)
    stage.ports.clock.advance(60)
    expect(await logOut(stage, token)).toEqual(loggedOut)
    const { sessionId } = claimsOf(stage, token)
    const session = await stage.ports.store.transaction((tx) => tx.sessions.find(sessionId))
    expect(session).toMatchObject({ endedAt: first })
  })

  it('ends the session for every token of it', async () => {
    const { stage, token } = await loggedIn()
    const refreshed = await stage.auth.refresh({ token, from: stage.from() })
    const { token: newer } = outcomeOf('refreshed', refreshed)
    await logOut(stage, token)
    expect(await stage.auth.refresh({ token: newer, from: stage.from() })).toEqual(ended)
  })

  it('ends no other session of the same person', async () => {
    const { stage, ada, token } = await loggedIn()
    const { token: elsewhere } = outcomeOf('authenticated', await stage.logIn(ada))
    await logOut(stage, token)
    const refreshed = await stage.auth.refresh({ token: elsewhere, from: stage.from() })
    expect(refreshed).toMatchObject({ kind: 'refreshed' })
  })

  it('is on record each time, under the client type of the token', async () => {
    const { stage, ada, token } = await loggedIn()
    await logOut(stage, token)
    await logOut(stage, token)
    const event = { outcome: 'ok', accountId: ada.accountId, tenantId: 'acme', client: 'cli' }
    expect(await stage.audit('logged_out')).toMatchObject([event, event])
  })

  it('needs a token that is good', async () => {
    const { stage, token } = await loggedIn()
    expect(await logOut(stage, 'made up')).toEqual({ kind: 'refused', refusal: 'token_invalid' })
    stage.ports.clock.advance(86_400)
    expect(await logOut(stage, token)).toEqual({ kind: 'refused', refusal: 'token_expired' })
    expect(await stage.audit('logged_out')).toEqual([])
  })

  it('of a session that is not on record any more is answered alike', async () => {
    const { stage, token } = await loggedIn()
    await stage.ports.store.transaction((tx) => tx.tenants.remove('acme'))
    expect(await logOut(stage, token)).toEqual(loggedOut)
  })
})

async function loggedIn() {
  const stage = createStage()
  const ada = await stage.signUp()
  const { token } = outcomeOf('authenticated', await stage.logIn(ada, { client: 'cli' }))
  return { stage, ada, token }
}

function logOut({ auth, from }: Stage, token: string) {
  return auth.logOut({ token, from: from() })
}

function claimsOf({ auth, ports }: Stage, token: string) {
  return outcomeOf('authenticated', auth.authenticate(token, ports.clock.now())).claims
}
