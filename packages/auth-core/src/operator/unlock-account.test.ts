import { expect, it } from '@jest/globals'
import { createTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts'
import { type CountersOf, unlockAccount } from './unlock-account.ts'

it('names what keeps an owner waiting, and no more', async () => {
  const environment = createTestEnvironment()
  const { accountId } = await environment.signUp()
  const asked: CountersOf[] = []
  const outcome = await unlock(environment, 'ada-acme', asked)
  expect(outcome).toMatchObject({ kind: 'account_unlocked', counters: 3 })
  expect(asked).toEqual([
    {
      names: expect.arrayContaining(['login_streak', 'login_streak_pause', 'login_account']),
      subjects: expect.arrayContaining(['ada@example.com', `account ${accountId}`, 'ada-acme']),
    },
  ])
  expect(asked[0]?.names.filter((name) => name.includes('network'))).toEqual([])
})

it('is on record', async () => {
  const environment = createTestEnvironment()
  const { accountId } = await environment.signUp()
  await unlock(environment, 'ADA-acme')
  expect(await environment.audit('account_unlocked')).toMatchObject([
    { accountId, tenantId: 'acme', detail: { by: 'operator', counters: '3' } },
  ])
})

it('finds no account that is not there', async () => {
  const environment = createTestEnvironment()
  const asked: CountersOf[] = []
  expect(await unlock(environment, 'nobody', asked)).toMatchObject({ refusal: 'not_found' })
  expect(asked).toEqual([])
})

function unlock({ ports }: TestEnvironment, username: string, asked: CountersOf[] = []) {
  const forgetCounters = async (counters: CountersOf) => {
    asked.push(counters)
    return 3
  }
  return unlockAccount({ ...ports, forgetCounters }, username)
}
