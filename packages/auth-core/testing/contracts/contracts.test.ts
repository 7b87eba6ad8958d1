import { describe, expect, it } from '@jest/globals'
import { PortError } from '../../src/ports/index.ts'
import { createMemoryCredentialStore } from '../memory/memory-credential-store.ts'
import {
  type Contract,
  credentialStoreContract,
  mailerContract,
  oidcProviderContract,
  rateLimiterContract,
  registerContract,
  secretsContract,
  storeContract,
  tokenSignerContract,
} from './index.ts'

const none = () => Promise.reject(new Error('not opened in this test'))
const subject = {
  ...{ open: none, openBroken: none, openRejecting: none, openBusy: none, openSilent: none },
  ...{ openWithOtherKey: none, received: none, pass: none, signIn: none, decline: none },
  checksDuring: none,
}

const contracts: readonly (readonly [string, Contract])[] = [
  ['CredentialStore', credentialStoreContract(subject)],
  ['Mailer', mailerContract(subject)],
  ['OidcProvider', oidcProviderContract(subject)],
  ['RateLimiter', rateLimiterContract(subject)],
  ['Secrets', secretsContract(subject)],
  ['Store', storeContract(subject)],
  ['TokenSigner', tokenSignerContract(subject)],
]

describe.each(contracts)('the contract of the %s', (port, contract) => {
  const names = contract.map(({ name }) => name)

  it('names its port in each test, after the number of a threat', () => {
    expect(names.length).toBeGreaterThan(5)
    const start = new RegExp(`^([TF]-\\d+: )?${port}: \\S`)
    expect(names.filter((name) => !start.test(name))).toEqual([])
  })

  it('has no name twice, and none that is longer than 120 letters', () => {
    expect(names).toEqual([...new Set(names)])
    expect(names.filter((name) => name.length > 120)).toEqual([])
  })

  it('opens an adapter in each test, and fails when that cannot be done', async () => {
    const passed: string[] = []
    for (const { name, run } of contract)
      await run().then(
        () => passed.push(name),
        () => {},
      )
    expect(passed).toEqual([])
  })
})

describe('a broken promise', () => {
  const store = createMemoryCredentialStore()
  const broken = { ...store, removeTenant: async () => {}, checkReady: () => Promise.reject('no') }
  const contract = credentialStoreContract({
    open: async () => broken,
    openBroken: async () => ({ ...broken, checkReady: async () => {} }),
    checksDuring: none,
  })
  const errorOf = async (promise: string): Promise<unknown> => {
    const test = contract.find(({ name }) => name === `CredentialStore: ${promise}`)
    return test?.run().then(
      () => 'passed',
      (thrown: unknown) => thrown,
    )
  }

  it('fails the test of that promise with what was expected', async () => {
    const promise = 'removes a realm for the sign-up that made it, and its name is free again'
    expect(await errorOf(promise)).toMatchObject({
      message: expect.stringContaining('"accepted": false'),
    })
  })

  it('names the port whose error was expected, and what came instead', async () => {
    const error = await errorOf('says so in our words when checkReady cannot work')
    expect(error).toMatchObject({
      message: 'expected a PortError of credential_store, and got no error',
    })
  })

  it('closes the adapter all the same', async () => {
    const closed: unknown[] = []
    const [test] = rateLimiterContract({
      open: async () => {
        const fail = () => Promise.reject(new PortError('rate_limiter', 'corrupt'))
        return { take: fail, look: fail, refund: fail, reset: fail }
      },
      openBroken: none,
      pass: none,
      close: async (limiter) => void closed.push(limiter),
    })
    await expect(test?.run()).rejects.toThrow('rate_limiter corrupt')
    expect(closed).toHaveLength(1)
  })
})

describe('registerContract', () => {
  it('gives each test to the runner as it is, in a group named after the adapter', () => {
    const contract = [{ name: 'Clock: stands still', run: async () => {} }]
    const given: unknown[] = []
    const runner = {
      describe(name: string, register: () => void) {
        given.push(name)
        register()
      },
      it: (name: string, test: () => Promise<void>) => void given.push([name, test]),
    }
    registerContract(runner, 'memory', contract)
    expect(given).toEqual(['memory keeps its contract', ['Clock: stands still', contract[0]?.run]])
  })
})
