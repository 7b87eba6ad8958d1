import { describe, expect, it } from '@jest/globals'
import { createStage, type Stage } from '../../testing/stage.ts'
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
    const stage = createStage()
    const keys = await rotate(stage)
    expect(keys).toEqual([
      {
        kid: expect.stringMatching(/^[\w-]{22}$/),
        secret: expect.stringMatching(/^[\w-]{43}$/),
        activeFrom: stage.ports.clock.now(),
        acceptedUntil: null,
        revokedAt: null,
      },
    ])
    expect(await stored(stage)).toEqual(keys)
    expect(signingKey({ keys, now: stage.ports.clock.now() })).toEqual(keys[0])
  })

  it('is not repeated by a restart', async () => {
    const stage = createStage()
    const first = await rotate(stage)
    stage.ports.clock.advance(day)
    expect(await rotate(stage)).toEqual(first)
  })

  it('is made once by replicas that start at the same time', async () => {
    const stage = createStage()
    const rings = await Promise.all([rotate(stage), rotate(stage), rotate(stage)])
    expect(rings[1]).toEqual(rings[0])
    expect(rings[2]).toEqual(rings[0])
  })

  it('runs on time: the next key is stored one lead ahead and signs when the period ends', async () => {
    const stage = createStage()
    const began = stage.ports.clock.now()
    const [first] = await rotate(stage)
    stage.ports.clock.advance(90 * day - lead - 1)
    expect(await rotate(stage)).toHaveLength(1)
    stage.ports.clock.advance(1)
    const keys = await rotate(stage)
    const [, next] = keys
    expect(propagationLeft({ keys, now: stage.ports.clock.now() })).toBe(0)
    expect(next?.activeFrom).toEqual(after(began, 90 * day))
    expect(signingKey({ keys, now: after(began, 90 * day - 0.001) })).toEqual(first)
    expect(signingKey({ keys, now: after(began, 90 * day) })).toEqual(next)
  })

  it('that fell due while nobody ran happens once every replica can know the new key', async () => {
    const stage = createStage()
    const [old] = await rotate(stage)
    stage.ports.clock.advance(200 * day)
    const now = stage.ports.clock.now()
    const keys = await rotate(stage)
    expect(signingKey({ keys, now })).toEqual(old)
    const soon = after(now, propagationSeconds)
    expect(propagationLeft({ keys, now })).toBe(propagationSeconds * 1000)
    expect(propagationLeft({ keys, now: soon })).toBe(0)
    expect(signingKey({ keys, now: soon }).activeFrom).toEqual(soon)
    expect(acceptedKeys({ keys, now: soon }, rotationPolicy(stage.settings))).toHaveLength(2)
  })

  it('drops a key once nothing that it signed can be good', async () => {
    const stage = createStage()
    const [first] = await rotate(stage)
    stage.ports.clock.advance(90 * day - lead)
    await rotate(stage)
    stage.ports.clock.advance(lead + day - 1)
    expect(await rotate(stage)).toContainEqual(first)
    stage.ports.clock.advance(1)
    const keys = await rotate(stage)
    expect(keys).toHaveLength(1)
    expect(keys).not.toContainEqual(first)
    expect(await stored(stage)).toEqual(keys)
  })

  it('is on record, without the key', async () => {
    const stage = createStage()
    const [key] = await rotate(stage)
    await rotate(stage)
    const events = await stage.audit('keys_rotated')
    expect(events).toMatchObject([{ outcome: 'ok', detail: { how: 'planned' }, network: null }])
    expect(JSON.stringify(events)).not.toContain(key?.secret)
  })
})

describe('the policy', () => {
  it('believes a replaced key for the longest lifetime of what it signed', () => {
    const { settings } = createStage()
    expect(rotationPolicy(settings)).toMatchObject({ overlapSeconds: day })
    expect(rotationPolicy({ ...settings, accessTokenSeconds: 9 })).toMatchObject({
      overlapSeconds: settings.sessionTokenSeconds,
    })
  })

  it('keeps the lead within the period, however short that is', async () => {
    const stage = createStage({ settings: { keyRotationSeconds: 60 } })
    expect(rotationPolicy(stage.settings)).toMatchObject({ everySeconds: 60, leadSeconds: 30 })
    await rotate(stage)
    stage.ports.clock.advance(29)
    expect(await rotate(stage)).toHaveLength(1)
    stage.ports.clock.advance(1)
    expect(await rotate(stage)).toHaveLength(2)
  })
})

describe('T-39: a forced rotation', () => {
  it('revokes every key, the next one too, and goes on with a new one', async () => {
    const stage = createStage()
    await rotate(stage)
    stage.ports.clock.advance(90 * day - lead)
    const before = await rotate(stage)
    const now = after(stage.ports.clock.now(), propagationSeconds)
    const keys = await forceKeyRotation(stage.ports)

    const fresh = signingKey({ keys, now })
    expect(before).toHaveLength(2)
    expect(before).not.toContainEqual(fresh)
    expect(acceptedKeys({ keys, now }, rotationPolicy(stage.settings))).toEqual([fresh])
    expect(revokedSince({ keys, now }, now)).toBe(true)
    expect(new Set(await stored(stage))).toEqual(new Set(keys))
  })

  it('makes every token worthless, but not before every replica can know the new key', async () => {
    const stage = createStage()
    stage.ports.keyRing.replace(await rotate(stage))
    const outcome = await stage.logIn(await stage.signUp())
    const token = outcome.kind === 'authenticated' ? outcome.token : ''
    const judge = () => stage.auth.authenticate(token, stage.ports.clock.now())
    expect(judge()).toMatchObject({ kind: 'authenticated' })
    stage.ports.keyRing.replace(await forceKeyRotation(stage.ports))
    expect(judge()).toMatchObject({ kind: 'authenticated' })
    stage.ports.clock.advance(propagationSeconds)
    expect(judge()).toMatchObject({ refusal: 'token_invalid' })
  })

  it('is followed by planned ones, which count from it', async () => {
    const stage = createStage()
    await rotate(stage)
    stage.ports.clock.advance(10 * day)
    await forceKeyRotation(stage.ports)
    const forced = after(stage.ports.clock.now(), propagationSeconds)
    stage.ports.clock.advance(90 * day - lead + propagationSeconds)
    const keys = await rotate(stage)
    expect(keys.at(-1)?.activeFrom).toEqual(after(forced, 90 * day))
  })

  it('keeps what it revoked for one overlap, so that every replica learns of it', async () => {
    const stage = createStage()
    await rotate(stage)
    await forceKeyRotation(stage.ports)
    stage.ports.clock.advance(propagationSeconds + day)
    expect(await rotate(stage)).toHaveLength(2)
    stage.ports.clock.advance(0.001)
    expect(await rotate(stage)).toHaveLength(1)
  })

  it('twice keeps the time of the first', async () => {
    const stage = createStage()
    const [key] = await rotate(stage)
    const first = after(stage.ports.clock.now(), propagationSeconds)
    await forceKeyRotation(stage.ports)
    stage.ports.clock.advance(60)
    const keys = await forceKeyRotation(stage.ports)
    expect(keys.find(({ kid }) => kid === key?.kid)).toMatchObject({ revokedAt: first })
    expect(keys).toHaveLength(3)
  })

  it('is on record', async () => {
    const stage = createStage()
    await forceKeyRotation(stage.ports)
    expect(await stage.audit('keys_rotated')).toMatchObject([{ detail: { how: 'forced' } }])
  })
})

function rotate({ ports, settings }: Stage) {
  return rotateKeysIfDue(ports, settings)
}

function stored({ ports }: Stage) {
  return ports.store.transaction((tx) => tx.signingKeys.list())
}

function after(start: Date, seconds: number): Date {
  return new Date(start.getTime() + seconds * 1000)
}
