import { describe, expect, it } from '@jest/globals'
import { down } from '../down.ts'
import { createFixedClock } from './fixed-clock.ts'
import { createMemoryKeyRing } from './memory-key-ring.ts'
import { createMemoryPasswordBlocklist } from './memory-password-blocklist.ts'
import { createMemoryPorts } from './memory-ports.ts'
import { createMemorySigningKey } from './memory-signing-key.ts'

describe('createMemoryPorts', () => {
  it('shares one clock: limits run by it', async () => {
    const { clock, rateLimiter } = createMemoryPorts()
    const limit = { name: 'login', points: 1, seconds: 60 }
    await rateLimiter.take(limit, 'ada')
    clock.advance(59.999)
    expect(await rateLimiter.take(limit, 'ada')).toMatchObject({ allowed: false, retryAfter: 1 })
    clock.advance(0.001)
    expect(await rateLimiter.take(limit, 'ada')).toMatchObject({ allowed: true })
  })

  it('counts limits by the clock it is given', async () => {
    const clock = createFixedClock(new Date('2040-01-01T00:00:00Z'))
    const { rateLimiter } = createMemoryPorts({ clock })
    const limit = { name: 'login', points: 1, seconds: 60 }
    await rateLimiter.take(limit, 'ada')
    clock.advance(60)
    expect(await rateLimiter.take(limit, 'ada')).toMatchObject({ allowed: true })
  })

  it('has a key that its signer signs with', () => {
    const { keyRing, tokenSigner } = createMemoryPorts()
    const key = keyRing.current().at(0) ?? createMemorySigningKey('none')
    const token = tokenSigner.sign('access', { sub: 'ada' }, key)
    expect(tokenSigner.verify('access', token, keyRing.current())).toEqual({ sub: 'ada' })
  })

  it('puts an override in place of what it would make', async () => {
    const { store } = createMemoryPorts()
    const ports = createMemoryPorts({
      store: { ...store, transaction: down('store', 'timeout') },
      mailIsUp: () => false,
    })
    const failed = ports.store.transaction(async () => 'done')
    await expect(failed).rejects.toMatchObject({ port: 'store', failure: 'timeout' })
    expect(ports.mailIsUp()).toBe(false)
  })

  it('knows ASCII domains alone', () => {
    const { domainToAscii } = createMemoryPorts()
    expect(domainToAscii('Example.COM')).toBe('example.com')
    expect(domainToAscii('zoë.example')).toBeNull()
  })

  it('shares nothing with another set', async () => {
    const [one, other] = [createMemoryPorts(), createMemoryPorts()]
    await one.store.transaction((tx) => tx.signingKeys.put(createMemorySigningKey('key')))
    expect(await other.store.transaction((tx) => tx.signingKeys.list())).toEqual([])
  })
})

describe('createFixedClock', () => {
  it('stands still, whatever is done to what it gave', () => {
    const clock = createFixedClock(new Date('2030-01-01T00:00:00Z'))
    clock.now().setFullYear(1999)
    expect(clock.now()).toEqual(new Date('2030-01-01T00:00:00Z'))
  })
})

describe('createMemoryKeyRing', () => {
  it('gives the keys it was last given', () => {
    const [one, other] = [createMemorySigningKey('one'), createMemorySigningKey('other')]
    const ring = createMemoryKeyRing([one])
    expect(ring.current()).toEqual([one])
    ring.replace([other, one])
    expect(ring.current()).toEqual([other, one])
    expect(one.secret).not.toBe(other.secret)
  })
})

describe('createMemoryPasswordBlocklist', () => {
  it('knows a password as it is and in lower case', () => {
    const { has } = createMemoryPasswordBlocklist(['password', 'Qwerty12'])
    expect(['password', 'PassWord', 'Qwerty12'].map(has)).toEqual([true, true, true])
    expect(['qwerty12', 'passwort', ''].map(has)).toEqual([false, false, false])
  })
})
