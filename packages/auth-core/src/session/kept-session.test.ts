import { describe, expect, it } from '@jest/globals'
import { type Acting, acting, authenticate, signedIn } from '../../test-support/acting.ts'
import {
  createTestEnvironment,
  outcomeOf,
  type TestEnvironment,
} from '../../testing/test-environment.ts'
import { purgeExpired } from '../jobs/purge-expired.ts'
import { propagationSeconds } from '../keys/key-ring.ts'
import { forceKeyRotation, rotateKeysIfDue } from '../keys/rotate-keys.ts'

const day = 86_400
const ended = { kind: 'refused', refusal: 'session_ended' }

describe('a session that a device keeps', () => {
  it('is taken up again when its access tokens have long expired, with the rights of now', async () => {
    const { environment, ada, keptToken, sessionId } = await kept()
    environment.ports.clock.advance(20 * day)
    await purgeExpired(environment.ports)
    await environment.changeAccount(ada.accountId, { machineRole: 'guest' })
    const { token, expiresIn } = outcomeOf('session_resumed', await resume(environment, keptToken))
    expect(expiresIn).toBe(day)
    const { claims } = outcomeOf('valid', authenticate(environment, token))
    expect(claims).toMatchObject({ sessionId, userId: ada.accountId, machineRole: 'guest' })
  })

  it('lasts no longer than the session may', async () => {
    const { environment, keptToken } = await kept()
    environment.ports.clock.advance(30 * day - 1)
    const resumed = outcomeOf('session_resumed', await resume(environment, keptToken))
    expect(resumed.keptSeconds).toBe(1)
    environment.ports.clock.advance(1)
    expect(await resume(environment, keptToken)).toEqual(ended)
    expect(await resume(environment, resumed.keptToken)).toEqual(ended)
  })

  it('lasts no longer than its organization lets it', async () => {
    const { environment, keptToken, ada } = await kept()
    await environment.changeTenant(ada.tenantId, { maxSessionSeconds: 3 * day })
    environment.ports.clock.advance(2 * day)
    const { keptSeconds } = outcomeOf('session_resumed', await resume(environment, keptToken))
    expect(keptSeconds).toBe(day)
    environment.ports.clock.advance(day)
    expect(await resume(environment, keptToken)).toEqual(ended)
  })

  it('T-108: is taken up by any number of tabs at once, and none spends what another needs', async () => {
    const { environment, keptToken } = await kept()
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => resume(environment, keptToken)),
    )
    const tokens = outcomes.map((outcome) => outcomeOf('session_resumed', outcome).token)
    expect(new Set(tokens).size).toBe(10)
    expect(await resume(environment, keptToken)).toMatchObject({ kind: 'session_resumed' })
  })

  it('is listed, and can be ended, while no access token of it is good', async () => {
    const { environment, ada, keptToken, sessionId } = await kept()
    environment.ports.clock.advance(5 * day)
    const { token } = await signedIn(environment, ada)
    const { auth, from } = environment
    const listed = outcomeOf('sessions', await auth.listSessions({ token, from: from() }))
    expect(listed.sessions.map(({ id }) => id)).toContain(sessionId)
    await auth.endSession({ token, id: sessionId, from: from() })
    expect(await resume(environment, keptToken)).toEqual(ended)
  })

  it.each<[string, (scene: Kept) => Promise<unknown>]>([
    ['a logout', ({ environment: { auth, from }, token }) => auth.logOut({ token, from: from() })],
    [
      'the device that forgets it',
      ({ environment: { auth, from }, keptToken }) =>
        auth.forgetSession({ keptToken, from: from() }),
    ],
    [
      'a new password elsewhere',
      async ({ environment, ada }) => {
        const { token } = await signedIn(environment, ada)
        const { auth, from } = environment
        const passwords = { currentPassword: ada.password, newPassword: 'another good one' }
        outcomeOf(
          'password_changed',
          await auth.changePassword({ token, ...passwords, from: from() }),
        )
      },
    ],
    [
      'disabling the account',
      ({ environment, ada }) => environment.changeAccount(ada.accountId, { status: 'disabled' }),
    ],
  ])('T-108: ends with %s', async (_, end) => {
    const scene = await kept()
    await end(scene)
    expect(await resume(scene.environment, scene.keptToken)).toEqual(ended)
  })

  it('T-39: outlives a planned rotation of the keys', async () => {
    const environment = createTestEnvironment({ settings: { keyRotationSeconds: 5 * day } })
    const rotate = async () => {
      const { ports, settings } = environment
      ports.keyRing.replace(await rotateKeysIfDue(ports, settings))
    }
    await rotate()
    const { token } = await signedIn(environment, await environment.signUp())
    const keptToken = await keep(environment, token)
    for (let days = 0; days < 29; days += 1) {
      environment.ports.clock.advance(day)
      await rotate()
    }
    expect(await resume(environment, keptToken)).toMatchObject({ kind: 'session_resumed' })
  })

  it('T-39: ends with a forced one', async () => {
    const { environment, keptToken } = await kept()
    environment.ports.keyRing.replace(await forceKeyRotation(environment.ports))
    environment.ports.clock.advance(propagationSeconds)
    expect(await resume(environment, keptToken)).toEqual(ended)
  })

  it('T-108: is on record when it is kept, taken up and forgotten', async () => {
    const { environment, keptToken } = await kept()
    await resume(environment, keptToken)
    await environment.auth.forgetSession({ keptToken, from: environment.from() })
    for (const kind of ['session_kept', 'refreshed', 'logged_out'] as const) {
      expect(await environment.audit(kind)).toHaveLength(1)
    }
  })
})

describe('T-108: what is no kept token', () => {
  it('opens nothing: an access token, a session token, nothing, or a changed one', async () => {
    const { environment, token, sessionToken, keptToken } = await kept()
    for (const text of [token, sessionToken, '', 'x', `${keptToken}x`]) {
      expect(await resume(environment, text)).toEqual(ended)
      const forgotten = await environment.auth.forgetSession({
        keptToken: text,
        from: environment.from(),
      })
      expect(forgotten).toEqual({ kind: 'session_forgotten' })
    }
    expect(await resume(environment, keptToken)).toMatchObject({ kind: 'session_resumed' })
  })

  it('keeps nothing: a kept token is no access token', async () => {
    const { environment, keptToken } = await kept()
    expect(authenticate(environment, keptToken)).toMatchObject({ refusal: 'token_invalid' })
  })

  it('is counted against the network that sends it', async () => {
    const { environment } = await kept()
    const { points: limit } = environment.settings.limits.otherPerNetwork
    for (let tries = 0; tries < limit; tries += 1) await resume(environment, 'x')
    expect(await resume(environment, 'x')).toMatchObject({ refusal: 'rate_limited' })
  })
})

interface Kept extends Acting {
  readonly keptToken: string
}

async function kept(): Promise<Kept> {
  const scene = await acting()
  return { ...scene, keptToken: await keep(scene.environment, scene.token) }
}

async function keep({ auth, from }: TestEnvironment, token: string): Promise<string> {
  return outcomeOf('session_kept', await auth.keepSession({ token, from: from() })).keptToken
}

function resume({ auth, from }: TestEnvironment, keptToken: string) {
  return auth.resumeSession({ keptToken, from: from() })
}
