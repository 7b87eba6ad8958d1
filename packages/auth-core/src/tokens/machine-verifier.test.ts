import { describe, expect, it } from '@jest/globals'
import {
  createTestEnvironment,
  outcomeOf,
  type Person,
  type TestEnvironment,
} from '../../testing/test-environment.ts'
import type { UnconfirmedPolicy } from '../settings.ts'
import { createMachineVerifier } from './machine-verifier.ts'

const unconfirmed = { kind: 'refused', refusal: 'account_unconfirmed' }
const stale = { kind: 'refused', refusal: 'token_stale' }

describe('a token of an account whose address is not confirmed', () => {
  it('reaches machines under full', async () => {
    const { environment, ada } = await signedUp('full')
    expect(check(environment, await tokenOf(environment, ada))).toMatchObject({
      kind: 'valid',
    })
  })

  it('T-92: reaches none under no_terminals, and what is ours all the same', async () => {
    const { environment, ada } = await signedUp('no_terminals')
    const token = await tokenOf(environment, ada)
    expect(check(environment, token)).toEqual(unconfirmed)
    const { auth, from } = environment
    expect(await auth.readOrganization({ token, from: from() })).toMatchObject({
      kind: 'organization',
    })
  })

  it.each(['no_terminals', 'no_login'] as const)(
    'is to be refreshed when it was issued before the operator turned to %s',
    async (unconfirmedAccounts) => {
      const { environment, ada } = await signedUp('full')
      const token = await tokenOf(environment, ada)
      const stricter = environment.with({ settings: { unconfirmedAccounts } })
      expect(check(stricter, token)).toEqual(stale)
    },
  )

  it('tells once it is refreshed', async () => {
    const { environment, ada } = await signedUp('full')
    const token = await tokenOf(environment, ada)
    const stricter = environment.with({ settings: { unconfirmedAccounts: 'no_terminals' } })
    expect(check(stricter, await refreshed(stricter, token))).toEqual(unconfirmed)
  })
})

describe('confirming the address under no_terminals', () => {
  it('outdates the token, and a refreshed one reaches machines', async () => {
    const { environment, ada } = await signedUp('no_terminals')
    const token = await tokenOf(environment, ada)
    await confirm(environment, ada)
    environment.ports.clock.advance(1)
    expect(check(environment, token)).toEqual(stale)
    expect(check(environment, await refreshed(environment, token))).toMatchObject({
      kind: 'valid',
    })
  })

  it('shows the API key, which was not shown before', async () => {
    const { environment, ada } = await signedUp('no_terminals')
    expect(await keyShownTo(environment, ada)).toBe('')
    await confirm(environment, ada)
    const { apiKey = '' } = (await environment.account(ada.accountId)) ?? {}
    expect(await keyShownTo(environment, ada)).toBe(apiKey)
    expect(apiKey).not.toBe('')
  })

  it('outdates nothing under full, where nothing changes', async () => {
    const { environment, ada } = await signedUp('full')
    const token = await tokenOf(environment, ada)
    await confirm(environment, ada)
    environment.ports.clock.advance(1)
    expect(check(environment, token)).toMatchObject({ kind: 'valid' })
  })
})

it('refuses what the verifier refuses', async () => {
  const { environment } = await signedUp('no_terminals')
  expect(check(environment, 'no.token.really')).toMatchObject({ refusal: 'token_invalid' })
})

async function signedUp(unconfirmedAccounts: UnconfirmedPolicy) {
  const environment = createTestEnvironment({ settings: { unconfirmedAccounts } })
  return { environment, ada: await environment.signUp() }
}

async function tokenOf(environment: TestEnvironment, person: Person): Promise<string> {
  return outcomeOf('authenticated', await environment.logIn(person)).token
}

async function keyShownTo(environment: TestEnvironment, person: Person): Promise<string> {
  return outcomeOf('authenticated', await environment.logIn(person)).user.account.apiKey
}

async function refreshed({ auth, from }: TestEnvironment, token: string): Promise<string> {
  return outcomeOf('refreshed', await auth.refresh({ token, from: from() })).token
}

async function confirm(environment: TestEnvironment, { password }: Person): Promise<void> {
  const { token } = await environment.lastMail('verify_email')
  const command = { token, password, from: environment.from() }
  outcomeOf('email_verified', await environment.auth.verifyEmail(command))
}

function check({ auth, settings }: TestEnvironment, token: string) {
  return createMachineVerifier(auth, settings).authenticate(token)
}
