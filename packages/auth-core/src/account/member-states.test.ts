import { expect, it } from '@jest/globals'
import type { AccountState } from '../records/account.ts'
import { memberStateOf, memberStates } from '../records/member.ts'
import { lifeOf } from './life-of.ts'

const statuses: readonly AccountState[] = ['reserved', 'active', 'disabled', 'removing']
const cases = statuses.flatMap((status) =>
  [true, false].map((emailVerified) => ({ status, emailVerified })),
)

it.each(cases)('a member is where its life says, and there alone: %j', (account) => {
  const { kind } = lifeOf(account)
  expect(memberStateOf(account)).toBe(memberStates.find((state) => state === kind))
})
