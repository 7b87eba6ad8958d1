import {
  createTestEnvironment,
  outcomeOf,
  type TestEnvironment,
} from '@gatehouse/auth-core/testing'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openTestStore, type TestStore } from '../open-test-store.ts'

const rounds = [1, 2, 3, 4, 5]

/** That an organization keeps an administrator. @param address Known when a test runs. */
export function describeLastAdministrator(name: string, address: () => string): void {
  describe(`two administrators at once, on ${name}`, () => {
    let opened: TestStore
    let environment: TestEnvironment

    beforeAll(async () => {
      opened = await openTestStore(address())
      environment = createTestEnvironment({ ports: { store: opened.store } })
    })
    afterAll(() => opened.database.close())

    const demote = (by: Administrator, { accountId }: Administrator) =>
      environment.auth.changeMember({
        token: by.token,
        accountId,
        role: 'user',
        from: environment.from(),
      })

    it.each(rounds)('who demote each other: one of them is left (%d)', async (round) => {
      const [ada, bob] = await twoOf(environment, `other-${round}`)
      const outcomes = await Promise.all([demote(ada, bob), demote(bob, ada)])
      // The second is one no more, or would demote the last one: whichever comes first.
      await expectOneLeft(environment, ada.tenantId, outcomes)
    })

    it.each(rounds)('who both step down: one is told to be the last (%d)', async (round) => {
      const [ada, bob] = await twoOf(environment, `own-${round}`)
      const outcomes = await Promise.all([demote(ada, ada), demote(bob, bob)])
      expect(outcomes).toContainEqual({ kind: 'refused', refusal: 'last_administrator' })
      await expectOneLeft(environment, ada.tenantId, outcomes)
    })
  })
}

async function twoOf(
  environment: TestEnvironment,
  name: string,
): Promise<readonly [Administrator, Administrator]> {
  const ada = await enter(environment, `ada-${name}`)
  const bob = await enter(environment, `bob-${name}`)
  const { tenantId } = ada
  await environment.changeAccount(bob.accountId, { tenantId })
  return [ada, { ...bob, tenantId }]
}

interface Administrator {
  readonly accountId: string
  readonly tenantId: string
  readonly token: string
}

async function enter(environment: TestEnvironment, username: string): Promise<Administrator> {
  const email = `${username}@example.com`
  const person = await environment.signUp({ username, email, organizationName: `of-${username}` })
  const { token } = outcomeOf('authenticated', await environment.logIn(person, { client: 'cli' }))
  return { ...person, token }
}

async function expectOneLeft(
  { ports }: TestEnvironment,
  tenantId: string,
  outcomes: readonly { readonly kind: string }[],
): Promise<void> {
  expect(outcomes.filter(({ kind }) => kind === 'member')).toHaveLength(1)
  const count = ports.store.transaction((tx) => tx.accounts.countAdministrators(tenantId))
  expect(await count).toBe(1)
}
