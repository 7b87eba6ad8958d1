import { describe, expect, it } from '@jest/globals'
import { createStage, outcomeOf, type Person, type Stage } from '../../testing/stage.ts'

describe('T-78: the session of a long connection', () => {
  it('is good until the token it began with expires', async () => {
    const { stage, ada } = await world()
    const { id, expiresAt } = await enter(stage, ada)
    expect(await stage.auth.checkSessions([id])).toEqual(
      new Map([[id, { validUntil: expiresAt, allowed: true }]]),
    )
  })

  it('is good for longer once it was refreshed', async () => {
    const { stage, ada } = await world()
    const { id, token } = await enter(stage, ada)
    stage.ports.clock.advance(3600)
    const refreshed = await stage.auth.refresh({ token, from: stage.from() })
    const { expiresAt } = claimsOf(stage, outcomeOf('refreshed', refreshed).token)
    expect((await stage.auth.checkSessions([id])).get(id)).toMatchObject({
      validUntil: expiresAt,
    })
  })

  it('T-38: ends with the lifetime that is configured now, refreshed or not', async () => {
    const { stage, ada } = await world()
    const { id, token } = await enter(stage, ada)
    const shortened = stage.with({ settings: { accessTokenSeconds: 3600 } })
    const began = stage.ports.clock.now()
    expect((await shortened.auth.checkSessions([id])).get(id)).toMatchObject({
      validUntil: new Date(began.getTime() + 3600_000),
    })
    stage.ports.clock.advance(1800)
    await shortened.auth.refresh({ token, from: stage.from() })
    expect((await shortened.auth.checkSessions([id])).get(id)).toMatchObject({
      validUntil: new Date(began.getTime() + 5400_000),
    })
  })

  it('is not cut short by logout, as the token is not', async () => {
    const { stage, ada } = await world()
    const { id, token, expiresAt } = await enter(stage, ada)
    await stage.auth.logOut({ token, from: stage.from() })
    expect((await stage.auth.checkSessions([id])).get(id)).toEqual({
      validUntil: expiresAt,
      allowed: true,
    })
  })

  it.each([
    [
      'the account is disabled',
      (stage: Stage, { accountId }: Person) =>
        stage.changeAccount(accountId, { standing: 'disabled' }),
    ],
    [
      'the tenant is disabled',
      (stage: Stage) => stage.changeTenant('acme', { standing: 'disabled' }),
    ],
  ])('is not allowed any more once %s', async (_, happen) => {
    const { stage, ada, grace } = await world()
    const [first, second, other] = [
      await enter(stage, ada),
      await enter(stage, ada),
      await enter(stage, grace),
    ]
    await happen(stage, ada)
    const statuses = await stage.auth.checkSessions([first.id, second.id, other.id])
    const allowed = [first, second, other].map(({ id }) => statuses.get(id)?.allowed)
    expect(allowed).toEqual([false, false, true])
  })

  it('is left out when it is not on record', async () => {
    const { stage, ada, grace } = await world()
    const [first, second] = [await enter(stage, ada), await enter(stage, grace)]
    await stage.ports.store.transaction((tx) => tx.tenants.remove('acme'))
    const statuses = await stage.auth.checkSessions([first.id, second.id, 'unknown'])
    expect([...statuses.keys()]).toEqual([second.id])
  })

  it('is found among thousands', async () => {
    const { stage, ada, grace } = await world()
    const [first, last] = [await enter(stage, ada), await enter(stage, grace)]
    const unknown = Array.from({ length: 1200 }, (_, index) => `unknown-${index}`)
    const statuses = await stage.auth.checkSessions([first.id, ...unknown, last.id])
    expect([...statuses.keys()]).toEqual([first.id, last.id])
  })

  it('may be one of none', async () => {
    const { stage } = await world()
    expect(await stage.auth.checkSessions([])).toEqual(new Map())
  })
})

async function world() {
  const stage = createStage()
  const ada = await stage.signUp()
  const grace = await stage.signUp({ organizationName: 'Globex', email: 'grace@example.com' })
  return { stage, ada, grace }
}

async function enter(stage: Stage, person: Person) {
  const { token } = outcomeOf('authenticated', await stage.logIn(person))
  const { sessionId: id, expiresAt } = claimsOf(stage, token)
  return { id, token, expiresAt }
}

function claimsOf({ auth, ports }: Stage, token: string) {
  return outcomeOf('authenticated', auth.authenticate(token, ports.clock.now())).claims
}
