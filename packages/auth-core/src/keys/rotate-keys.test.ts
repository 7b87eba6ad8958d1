import { describe, expect, it } from '@jest/globals'
import { createTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts'
import {
  acceptedKeys,
  propagationLeft,
  propagationSeconds,
  revokedSince,
  signingKey,
} from './key-ring.ts'
import { forceKeyRotation, rotateKeysIfDue, rotationPolicy } from './rotate-keys.ts'

const day = 86_400
const lead = 3600

describe('T-39: a planned rotation', () => {
  it('at the first start makes a key that signs at once', async () => {
    const environment = createTestEnvironment()
    const keys = await rotate(environment)
    expect(keys).toEqual([
      {
        kid: expect.stringMatching(/^[\w-]{22}$/),
        secret: expect.stringMatching(/^[\w-]{43}$/),
        activeFrom: environment.ports.clock.now(),
        acceptedUntil: null,
        revokedAt: null,
      },
    ])
    expect(await stored(environment)).toEqual(keys)
    expect(signingKey({ keys, now: environment.ports.clock.now() })).toEqual(keys[0])
  })

  it('is not repeated by a restart', async () => {
    const environment = createTestEnvironment()
    const first = await rotate(environment)
    environment.ports.clock.advance(day)
    expect(await rotate(environment)).toEqual(first)
  })

  it('is made once by replicas that start at the same time', async () => {
    const environment = createTestEnvironment()
    const rings = await Promise.all([rotate(environment), rotate(environment), rotate(environment)])
    expect(rings[1]).toEqual(rings[0])
    expect(rings[2]).toEqual(rings[0])
  })

  it('runs on time: the next key is stored one lead ahead and signs when the period ends', async () => {
    const environment = createTestEnvironment()
    const began = environment.ports.clock.now()
    const [first] = await rotate(environment)
    environment.ports.clock.advance(90 * day - lead - 1)
    expect(await rotate(environment)).toHaveLength(1)
    environment.ports.clock.advance(1)
    const keys = await rotate(environment)
    const [, next] = keys
    expect(propagationLeft({ keys, now: environment.ports.clock.now() })).toBe(0)
    expect(next?.activeFrom).toEqual(after(began, 90 * day))
    expect(signingKey({ keys, now: after(began, 90 * day - 0.001) })).toEqual(first)
    expect(signingKey({ keys, now: after(began, 90 * day) })).toEqual(next)
  })

  it('that fell due while nobody ran happens once every replica can know the new key', async () => {
    const environment = createTestEnvironment()
    const [old] = await rotate(environment)
    environment.ports.clock.advance(200 * day)
    const now = environment.ports.clock.now()
    const keys = await rotate(environment)
    expect(signingKey({ keys, now })).toEqual(old)
    const soon = after(now, propagationSeconds)
    expect(propagationLeft({ keys, now })).toBe(propagationSeconds * 1000)
    expect(propagationLeft({ keys, now: soon })).toBe(0)
    expect(signingKey({ keys, now: soon }).activeFrom).toEqual(soon)
    expect(acceptedKeys({ keys, now: soon }, rotationPolicy(environment.settings))).toHaveLength(2)
  })

  it('drops a key once nothing that it signed can be good', async () => {
    const environment = createTestEnvironment()
    const [first] = await rotate(environment)
    environment.ports.clock.advance(90 * day - lead)
    await rotate(environment)
    environment.ports.clock.advance(lead + day)
    const later = { keys: await rotate(environment), now: environment.ports.clock.now() }
    const policy = rotationPolicy(environment.settings)
    expect(acceptedKeys(later, policy)).not.toContainEqual(first)
    // A device may keep a session for that long.
    environment.ports.clock.advance(29 * day - 1)
    expect(await rotate(environment)).toContainEqual(first)
    environment.ports.clock.advance(1)
    const keys = await rotate(environment)
    expect(keys).toHaveLength(1)
    expect(keys).not.toContainEqual(first)
    expect(await stored(environment)).toEqual(keys)
  })

  it('is on record, without the key', async () => {
    const environment = createTestEnvironment()
    const [key] = await rotate(environment)
    await rotate(environment)
    const events = await environment.audit('keys_rotated')
    expect(events).toMatchObject([{ outcome: 'ok', detail: { how: 'planned' }, network: null }])
    expect(JSON.stringify(events)).not.toContain(key?.secret)
  })
})

describe('T-97: a first start with a clock that is two hours ahead', () => {
  it('stops no login once the clock is right, and a key is made for now', async () => {
    const environment = createTestEnvironment()
    environment.ports.clock.advance(2 * 3600)
    await rotate(environment)
    environment.ports.clock.advance(-2 * 3600)
    const keys = await rotate(environment)
    environment.ports.keyRing.replace(keys)
    const outcome = await environment.logIn(await environment.signUp())
    const token = outcome.kind === 'authenticated' ? outcome.token : ''
    expect(environment.auth.authenticate(token)).toMatchObject({ kind: 'valid' })
    const soon = after(environment.ports.clock.now(), propagationSeconds)
    expect(signingKey({ keys, now: soon }).activeFrom).toEqual(soon)
    expect(await rotate(environment)).toEqual(keys)
  })
})

describe('the policy', () => {
  it('accepts a replaced key for the longest lifetime of what it signed', () => {
    const { settings } = createTestEnvironment()
    expect(rotationPolicy(settings)).toMatchObject({ overlapSeconds: day })
    expect(rotationPolicy({ ...settings, accessTokenSeconds: 9 })).toMatchObject({
      overlapSeconds: settings.sessionTokenSeconds,
      keptSeconds: settings.maxSessionSeconds,
    })
  })

  it('keeps the lead within the period, however short that is', async () => {
    const environment = createTestEnvironment({ settings: { keyRotationSeconds: 60 } })
    expect(rotationPolicy(environment.settings)).toMatchObject({
      everySeconds: 60,
      leadSeconds: 30,
    })
    await rotate(environment)
    environment.ports.clock.advance(29)
    expect(await rotate(environment)).toHaveLength(1)
    environment.ports.clock.advance(1)
    expect(await rotate(environment)).toHaveLength(2)
  })
})

describe('T-39: a forced rotation', () => {
  it('revokes every key, the next one too, and goes on with a new one', async () => {
    const environment = createTestEnvironment()
    await rotate(environment)
    environment.ports.clock.advance(90 * day - lead)
    const before = await rotate(environment)
    const now = after(environment.ports.clock.now(), propagationSeconds)
    const keys = await forceKeyRotation(environment.ports)

    const fresh = signingKey({ keys, now })
    expect(before).toHaveLength(2)
    expect(before).not.toContainEqual(fresh)
    expect(acceptedKeys({ keys, now }, rotationPolicy(environment.settings))).toEqual([fresh])
    expect(revokedSince({ keys, now }, now)).toBe(true)
    expect(new Set(await stored(environment))).toEqual(new Set(keys))
  })

  it('makes every token worthless, but not before every replica can know the new key', async () => {
    const environment = createTestEnvironment()
    environment.ports.keyRing.replace(await rotate(environment))
    const outcome = await environment.logIn(await environment.signUp())
    const token = outcome.kind === 'authenticated' ? outcome.token : ''
    const check = () => environment.auth.authenticate(token, environment.ports.clock.now())
    expect(check()).toMatchObject({ kind: 'valid' })
    environment.ports.keyRing.replace(await forceKeyRotation(environment.ports))
    expect(check()).toMatchObject({ kind: 'valid' })
    environment.ports.clock.advance(propagationSeconds)
    expect(check()).toMatchObject({ refusal: 'token_invalid' })
  })

  it('is followed by planned ones, which count from it', async () => {
    const environment = createTestEnvironment()
    await rotate(environment)
    environment.ports.clock.advance(10 * day)
    await forceKeyRotation(environment.ports)
    const forced = after(environment.ports.clock.now(), propagationSeconds)
    environment.ports.clock.advance(90 * day - lead + propagationSeconds)
    const keys = await rotate(environment)
    expect(keys.at(-1)?.activeFrom).toEqual(after(forced, 90 * day))
  })

  it('keeps what it revoked for one overlap, so that every replica learns of it', async () => {
    const environment = createTestEnvironment()
    await rotate(environment)
    await forceKeyRotation(environment.ports)
    environment.ports.clock.advance(propagationSeconds + day)
    expect(await rotate(environment)).toHaveLength(2)
    environment.ports.clock.advance(0.001)
    expect(await rotate(environment)).toHaveLength(1)
  })

  it('twice keeps the time of the first', async () => {
    const environment = createTestEnvironment()
    const [key] = await rotate(environment)
    const first = after(environment.ports.clock.now(), propagationSeconds)
    await forceKeyRotation(environment.ports)
    environment.ports.clock.advance(60)
    const keys = await forceKeyRotation(environment.ports)
    expect(keys.find(({ kid }) => kid === key?.kid)).toMatchObject({ revokedAt: first })
    expect(keys).toHaveLength(3)
  })

  it('T-97: destroys what it withdrew, so that no clock brings it back, restart or not', async () => {
    const environment = createTestEnvironment()
    const [old] = await rotate(environment)
    await forceKeyRotation(environment.ports)
    expect((await rotate(environment)).find(({ kid }) => kid === old?.kid)).toHaveProperty(
      'secret',
      old?.secret,
    )
    environment.ports.clock.advance(propagationSeconds)
    await rotate(environment)
    for (const seconds of [-1, -1, -12, -day]) {
      environment.ports.clock.advance(seconds)
      const keys = await rotate(environment)
      const now = environment.ports.clock.now()
      const accepted = acceptedKeys({ keys, now }, rotationPolicy(environment.settings))
      expect(accepted.map(({ kid }) => kid)).not.toContain(old?.kid)
      expect(signingKey({ keys, now }).kid).not.toBe(old?.kid)
      expect(JSON.stringify(keys)).not.toContain(old?.secret)
    }
  })

  it('is on record', async () => {
    const environment = createTestEnvironment()
    await forceKeyRotation(environment.ports)
    expect(await environment.audit('keys_rotated')).toMatchObject([{ detail: { how: 'forced' } }])
  })
})

function rotate({ ports, settings }: TestEnvironment) {
  return rotateKeysIfDue(ports, settings)
}

function stored({ ports }: TestEnvironment) {
  return ports.store.transaction((tx) => tx.signingKeys.list())
}

function after(start: Date, seconds: number): Date {
  return new Date(start.getTime() + seconds * 1000)
}
