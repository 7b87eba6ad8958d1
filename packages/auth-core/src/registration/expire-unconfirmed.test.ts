import { describe, expect, it } from '@jest/globals'
import { death, deathsWithin, dyingPorts } from '../../test-support/dying-ports.ts'
import { signUpIn } from '../../test-support/sign-up-in.ts'
import { down } from '../../testing/index.ts'
import { createTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts'
import { PortError } from '../ports/port-error.ts'
import { expireUnconfirmed } from './expire-unconfirmed.ts'
import { undoReservedSignUps } from './undo-reserved-sign-ups.ts'

const week = 7 * 24 * 3600

describe('T-91: an organization whose only account is not confirmed', () => {
  it('is removed after seven days with its realm, and its names are free', async () => {
    const { environment, ada } = await aged(week + 1)
    expect(await expireUnconfirmed(environment.ports)).toBe(1)
    expect(await environment.account(ada.accountId)).toBeUndefined()
    expect(await environment.audit('sign_up_undone')).toMatchObject([{ tenantId: 'acme' }])
    expect(await environment.signUp()).toMatchObject({ tenantId: 'acme' })
  })

  it('is kept until then', async () => {
    const { environment, ada } = await aged(week)
    expect(await expireUnconfirmed(environment.ports)).toBe(0)
    expect(await environment.logIn(ada)).toMatchObject({ kind: 'authenticated' })
  })

  it('is removed however many there are', async () => {
    const environment = createTestEnvironment()
    await signUpIn(
      environment,
      Array.from({ length: 60 }, (_, index) => `Acme ${index}`),
    )
    environment.ports.clock.advance(3600)
    await signUpIn(
      environment,
      Array.from({ length: 50 }, (_, index) => `Globex ${index}`),
    )
    environment.ports.clock.advance(week + 1)
    expect(await expireUnconfirmed(environment.ports)).toBe(110)
  })

  it.each(deathsWithin(6))('goes when the job dies at call $atCall, $effect', async (when) => {
    const { environment } = await aged(week + 1)
    const dying = dyingPorts(environment.ports, when)
    await expireUnconfirmed(dying).catch((error) => expect(error).toBe(death))
    await undoReservedSignUps(environment.ports, { reservedBefore: environment.ports.clock.now() })
    await expireUnconfirmed(environment.ports)
    expect(await environment.signUp()).toMatchObject({ tenantId: 'acme' })
  })

  it('stays closed while the credential store is away, and goes later', async () => {
    const { environment, ada } = await aged(week + 1)
    const { credentialStore, ...ports } = environment.ports
    const away = { ...credentialStore, removeTenant: down('credential_store') }
    await expect(expireUnconfirmed({ ...ports, credentialStore: away })).rejects.toThrow(PortError)
    expect(await environment.logIn(ada)).toMatchObject({ refusal: 'invalid_credentials' })
    const reservedBefore = environment.ports.clock.now()
    expect(await undoReservedSignUps(environment.ports, { reservedBefore })).toBe(1)
  })
})

describe('T-91: nothing is taken from', () => {
  it.each<[string, (environment: TestEnvironment, accountId: string) => Promise<unknown>]>([
    ['a confirmed account', (environment, id) => environment.changeAccount(id, confirmed)],
    ['a disabled account', (environment, id) => environment.changeAccount(id, disabled)],
    ['a disabled organization', (environment) => environment.changeTenant('acme', disabled)],
    ['an imported organization', (environment) => environment.changeTenant('acme', imported)],
    ['an organization of two', addColleague],
    ['whoever is logged in', (environment) => environment.logIn(environment.signUpCommand())],
  ])('%s', async (_, prepare) => {
    const { environment, ada } = await aged(week + 1)
    await prepare(environment, ada.accountId)
    expect(await expireUnconfirmed(environment.ports)).toBe(0)
    expect(await environment.account(ada.accountId)).toBeDefined()
  })
})

const confirmed = { emailVerified: true }
const disabled = { status: 'disabled' } as const
const imported = { reservation: 'import:1' }

async function aged(seconds: number) {
  const environment = createTestEnvironment()
  const ada = await environment.signUp()
  environment.ports.clock.advance(seconds)
  return { environment, ada }
}

async function addColleague(environment: TestEnvironment, accountId: string): Promise<void> {
  await environment.ports.store.transaction(async (tx) => {
    const account = await tx.accounts.find(accountId)
    if (account) await tx.accounts.insert({ ...account, id: 'colleague', username: 'grace' })
  })
}
