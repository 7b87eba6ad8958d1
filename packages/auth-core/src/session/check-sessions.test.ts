import { describe, expect, it } from '@jest/globals'
import {
  createTestEnvironment,
  outcomeOf,
  type Person,
  type TestEnvironment,
} from '../../testing/test-environment.ts'

describe('T-78: the session of a long connection', () => {
  it('is good until the token it began with expires', async () => {
    const { environment, ada } = await world()
    const { id, expiresAt } = await enter(environment, ada)
    expect(await environment.auth.checkSessions([id])).toEqual(
      new Map([[id, { validUntil: expiresAt, allowed: true }]]),
    )
  })

  it('is good for longer once it was refreshed', async () => {
    const { environment, ada } = await world()
    const { id, token } = await enter(environment, ada)
    environment.ports.clock.advance(3600)
    const refreshed = await environment.auth.refresh({ token, from: environment.from() })
    const { expiresAt } = claimsOf(environment, outcomeOf('refreshed', refreshed).token)
    expect((await environment.auth.checkSessions([id])).get(id)).toMatchObject({
      validUntil: expiresAt,
    })
  })

  it('T-38: ends with the lifetime that is configured now, refreshed or not', async () => {
    const { environment, ada } = await world()
    const { id, token } = await enter(environment, ada)
    const shortened = environment.with({ settings: { accessTokenSeconds: 3600 } })
    const began = environment.ports.clock.now()
    expect((await shortened.auth.checkSessions([id])).get(id)).toMatchObject({
      validUntil: new Date(began.getTime() + 3600_000),
    })
    environment.ports.clock.advance(1800)
    await shortened.auth.refresh({ token, from: environment.from() })
    expect((await shortened.auth.checkSessions([id])).get(id)).toMatchObject({
      validUntil: new Date(began.getTime() + 5400_000),
    })
  })

  it('is not cut short by logout, as the token is not', async () => {
    const { environment, ada } = await world()
    const { id, token, expiresAt } = await enter(environment, ada)
    await environment.auth.logOut({ token, from: environment.from() })
    expect((await environment.auth.checkSessions([id])).get(id)).toEqual({
      validUntil: expiresAt,
      allowed: true,
    })
  })

  it.each([
    [
      'the account is disabled',
      (environment: TestEnvironment, { accountId }: Person) =>
        environment.changeAccount(accountId, { status: 'disabled' }),
    ],
    [
      'the tenant is disabled',
      (environment: TestEnvironment) => environment.changeTenant('acme', { status: 'disabled' }),
    ],
  ])('is not allowed any more once %s', async (_, happen) => {
    const { environment, ada, grace } = await world()
    const [first, second, other] = [
      await enter(environment, ada),
      await enter(environment, ada),
      await enter(environment, grace),
    ]
    await happen(environment, ada)
    const statuses = await environment.auth.checkSessions([first.id, second.id, other.id])
    const allowed = [first, second, other].map(({ id }) => statuses.get(id)?.allowed)
    expect(allowed).toEqual([false, false, true])
  })

  it('is left out when it is not on record', async () => {
    const { environment, ada, grace } = await world()
    const [first, second] = [await enter(environment, ada), await enter(environment, grace)]
    await environment.ports.store.transaction((tx) => tx.tenants.remove('acme'))
    const statuses = await environment.auth.checkSessions([first.id, second.id, 'unknown'])
    expect([...statuses.keys()]).toEqual([second.id])
  })

  it('is found among thousands', async () => {
    const { environment, ada, grace } = await world()
    const [first, last] = [await enter(environment, ada), await enter(environment, grace)]
    const unknown = Array.from({ length: 1200 }, (_, index) => `unknown-${index}`)
    const statuses = await environment.auth.checkSessions([first.id, ...unknown, last.id])
    expect([...statuses.keys()]).toEqual([first.id, last.id])
  })

  it('may be one of none', async () => {
    const { environment } = await world()
    expect(await environment.auth.checkSessions([])).toEqual(new Map())
  })
})

async function world() {
  const environment = createTestEnvironment()
  const ada = await environment.signUp()
  const grace = await environment.signUp({ organizationName: 'Globex', email: 'grace@example.com' })
  return { environment, ada, grace }
}

async function enter(environment: TestEnvironment, person: Person) {
  const { token } = outcomeOf('authenticated', await environment.logIn(person))
  const { sessionId: id, expiresAt } = claimsOf(environment, token)
  return { id, token, expiresAt }
}

function claimsOf({ auth, ports }: TestEnvironment, token: string) {
  return outcomeOf('valid', auth.authenticate(token, ports.clock.now())).claims
}
