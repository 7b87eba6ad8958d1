import { describe, expect, it } from '@jest/globals'
import { signUpIn } from '../../test-support/sign-up-in.ts'
import { watching } from '../../test-support/watching.ts'
import { down } from '../../testing/index.ts'
import { createTestEnvironment } from '../../testing/test-environment.ts'
import { createAdmission, defaultAdmissionBounds } from '../limits/admission.ts'
import { PortError } from '../ports/port-error.ts'

const invalidCredentials = { kind: 'refused', refusal: 'invalid_credentials' }
const rateLimited = { kind: 'refused', refusal: 'rate_limited' }

describe('T-85: a broken dependency', () => {
  it('lets nobody in, and does not count as a guess', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    const { credentialStore } = environment.ports
    const broken = environment.with({
      ports: { credentialStore: { ...credentialStore, checkPassword: down('credential_store') } },
    })
    for (let tried = 0; tried < 250; tried += 1) {
      await expect(broken.logIn(ada)).rejects.toThrow(PortError)
    }
    for (let tried = 0; tried < 10; tried += 1) {
      expect(await environment.logIn({ ...ada, password: 'wrong' })).toEqual(invalidCredentials)
    }
    expect(await environment.logIn(ada)).toMatchObject({ kind: 'authenticated' })
  })

  it('of one tenant among several lets nobody in', async () => {
    const environment = createTestEnvironment()
    const ada = await signUpIn(environment, ['Acme', 'Globex'])
    const { credentialStore } = environment.ports
    const halfBroken = environment.with({
      ports: {
        credentialStore: {
          ...credentialStore,
          checkPassword: (user, password) =>
            user.tenantId === 'globex'
              ? Promise.reject(new PortError('credential_store', 'timeout'))
              : credentialStore.checkPassword(user, password),
        },
      },
    })
    await expect(halfBroken.logIn(ada)).rejects.toThrow(PortError)
  })

  it('that counts guesses asks no credential store', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    const { checks, watched } = watching(environment)
    const { rateLimiter } = environment.ports
    const broken = watched.with({
      ports: { rateLimiter: { ...rateLimiter, take: down('rate_limiter') } },
    })
    await expect(broken.logIn(ada)).rejects.toThrow(PortError)
    expect(checks).toEqual([])
  })
})

describe('guessing at passwords', () => {
  it('becomes slow for one account from one network, which a right one ends', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    for (let tried = 0; tried < 11; tried += 1)
      await environment.logIn({ ...ada, password: 'wrong' })
    expect(await environment.logIn(ada)).toEqual({ ...rateLimited, retryAfter: 2 })
    environment.ports.clock.advance(2)
    expect(await environment.logIn(ada)).toMatchObject({ kind: 'authenticated' })
    expect(await environment.logIn({ ...ada, password: 'wrong' })).toEqual(invalidCredentials)
  })

  it('is counted alike for an address that nobody has', async () => {
    const environment = createTestEnvironment()
    const nobody = { email: 'grace@example.com', password: 'wrong' }
    for (let tried = 0; tried < 11; tried += 1) await environment.logIn(nobody)
    expect(await environment.logIn(nobody)).toEqual({ ...rateLimited, retryAfter: 2 })
  })

  it('T-104: is counted for each text that is no address, and for no other', async () => {
    const environment = createTestEnvironment()
    const typed = (email: string) => environment.logIn({ email, password: 'wrong' })
    for (let tried = 0; tried < 11; tried += 1) await typed('ada@')
    expect(await typed('ada@')).toMatchObject(rateLimited)
    expect(await typed('grace@')).toEqual(invalidCredentials)
  })

  it('ends for one account over all networks, but not where its owner came from', async () => {
    const environment = createTestEnvironment()
    const ada = await signUpIn(environment, ['Acme'], { emailVerified: true })
    await environment.logIn(ada)
    for (let tried = 0; tried < 50; tried += 1) {
      const network = `198.51.100.${tried}`
      const guess = environment.logIn({ ...ada, password: 'wrong' }, { network })
      expect(await guess).toEqual(invalidCredentials)
    }
    const elsewhere = await environment.logIn(ada, { network: '203.0.113.1' })
    expect(elsewhere).toEqual({ ...rateLimited, retryAfter: 3600 })
    expect(await environment.logIn(ada)).toMatchObject({ kind: 'authenticated' })
  })

  it('T-59: ends for one network over all accounts', async () => {
    const environment = createTestEnvironment()
    const guess = (tried: number) =>
      environment.logIn({ email: `user-${tried}@example.com`, password: 'wrong' })
    for (let tried = 0; tried < 200; tried += 1)
      expect(await guess(tried)).toEqual(invalidCredentials)
    expect(await guess(200)).toEqual({ ...rateLimited, retryAfter: 900 })
  })

  it('T-19: that is stopped asks no credential store, for known and unknown addresses', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    const { checks, watched } = watching(environment)
    const asked: string[] = []
    const { credentialStore } = watched.ports
    const checkNobody = async () => void asked.push('nobody')
    const counted = watched.with({
      ports: { credentialStore: { ...credentialStore, checkNobody } },
    })
    for (const email of [ada.email, 'grace@example.com']) {
      for (let tried = 0; tried < 11; tried += 1) await counted.logIn({ email, password: 'wrong' })
      const before = [...checks, ...asked]
      expect(await counted.logIn({ email, password: 'wrong' })).toMatchObject(rateLimited)
      expect([...checks, ...asked]).toEqual(before)
    }
    expect([checks.length, asked.length]).toEqual([11, 11])
  })

  it('at the same time gets no more answers than one after the other', async () => {
    const many = { maxPerNetwork: 100, maxPerSubject: 100, maxWaiting: 100 }
    const wide = { ...defaultAdmissionBounds, ...many }
    const admission = { check: createAdmission(wide), set: createAdmission(wide) }
    const environment = createTestEnvironment({ ports: { admission } })
    const ada = await environment.signUp()
    const { checks, watched } = watching(environment)
    await Promise.all(
      Array.from({ length: 100 }, () => watched.logIn({ ...ada, password: 'wrong' })),
    )
    expect(checks).toHaveLength(11)
  })
})
