import { describe, expect, it } from '@jest/globals'
import { createTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts'
import { defaultSettings } from '../settings.ts'

const overloaded = { kind: 'refused', refusal: 'overloaded', retryAfter: 1 }

describe('T-90: logins while passwords are being checked', () => {
  it('of one network are told 503 beyond eight, and do not count as failures', async () => {
    const { environment, release } = holding()
    const ada = await environment.signUp()
    const flood = Array.from({ length: 20 }, (_, index) =>
      environment.logIn({ email: `user-${index}@example.com`, password: 'wrong' }),
    )
    const told = (await Promise.all(flood.slice(8))).map((outcome) => outcome)
    expect(told).toEqual(Array.from({ length: 12 }, () => overloaded))
    release()
    await Promise.all(flood)
    const { loginPerNetwork } = defaultSettings.limits
    const counted = await environment.ports.rateLimiter.look(loginPerNetwork, '192.0.2.1')
    expect(counted).toMatchObject({ taken: 8 })
    expect(await environment.logIn(ada)).toMatchObject({ kind: 'authenticated' })
  })

  it('are dropped when the client has gone: nothing is checked', async () => {
    const { environment, asked } = holding()
    const gone = { signal: { aborted: true } }
    for (let index = 0; index < 4; index += 1) {
      void environment.logIn({ email: 'a@b.example', password: 'x' }, { network: `n${index}` })
    }
    await tick()
    const before = asked()
    expect(await environment.logIn({ email: 'c@d.example', password: 'x' }, gone)).toEqual(
      overloaded,
    )
    expect(asked()).toBe(before)
  })

  it('leave sign-ups and resets their own turns', async () => {
    const { environment, release } = holding()
    const flood = Array.from({ length: 8 }, (_, index) =>
      environment.logIn({ email: `user-${index}@example.com`, password: 'wrong' }),
    )
    await tick()
    expect(await environment.signUp()).toMatchObject({ tenantId: 'acme' })
    release()
    await Promise.all(flood)
  })

  it('count against a wider limit even where they are right', async () => {
    const loginPerNetworkInAll = { name: 'in_all', points: 3, seconds: 900 }
    const limits = { ...defaultSettings.limits, loginPerNetworkInAll }
    const environment = createTestEnvironment({ settings: { limits } })
    const ada = await environment.signUp()
    for (let tried = 0; tried < 3; tried += 1) {
      expect(await environment.logIn(ada)).toMatchObject({ kind: 'authenticated' })
    }
    const refused = { kind: 'refused', refusal: 'rate_limited', retryAfter: 900 }
    expect(await environment.logIn(ada)).toEqual(refused)
    const elsewhere = await environment.logIn(ada, { network: '203.0.113.1' })
    expect(elsewhere).toMatchObject({ kind: 'authenticated' })
  })
})

describe('T-105: guesses at one account from many networks', () => {
  it('never answer 503 to its owner, neither from a known network nor from another', async () => {
    const { environment, release, hold } = holding({ isOpen: true })
    const ada = await environment.signUp()
    await environment.changeAccount(ada.accountId, { emailVerified: true })
    await environment.logIn(ada)
    hold()
    const guess = { ...ada, password: 'wrong' }
    const flood = Array.from({ length: 24 }, (_, index) =>
      environment.logIn(guess, { network: `198.51.100.${index}` }),
    )
    await tick()
    const known = environment.logIn(ada)
    const elsewhere = environment.logIn(ada, { network: '203.0.113.1' })
    expect(await elsewhere).toMatchObject({ refusal: 'rate_limited', retryAfter: 1 })
    release()
    expect(await known).toMatchObject({ kind: 'authenticated' })
    const refusals = (await Promise.all(flood)).map((outcome) =>
      outcome.kind === 'refused' ? outcome.refusal : outcome.kind,
    )
    expect(refusals.filter((refusal) => refusal === 'invalid_credentials')).toHaveLength(4)
    expect(refusals.filter((refusal) => refusal === 'rate_limited')).toHaveLength(20)
  })
})

/** An environment whose credential store answers checks only when it is released. */
function holding({ isOpen = false } = {}) {
  const base = createTestEnvironment()
  const { credentialStore } = base.ports
  let gate = Promise.withResolvers<void>()
  if (isOpen) gate.resolve()
  let asked = 0
  const wait = () => {
    asked += 1
    return gate.promise
  }
  const environment: TestEnvironment = base.with({
    ports: {
      credentialStore: {
        ...credentialStore,
        async checkPassword(user, password) {
          await wait()
          return credentialStore.checkPassword(user, password)
        },
        checkNobody: wait,
      },
    },
  })
  return {
    environment,
    asked: () => asked,
    release: () => gate.resolve(),
    hold: () => {
      gate = Promise.withResolvers()
    },
  }
}

/** After everything that waits for nothing but promises. */
function tick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
