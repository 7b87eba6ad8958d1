import type { Account } from './account.ts'

/** The states of members of an organization. */
export const memberStates = ['active', 'unconfirmed', 'disabled'] as const

/** The state of a member, as `lifeOf` derives it. */
export type MemberState = (typeof memberStates)[number]

/** The state of a member; `undefined` for an account that is not a member. */
export function memberStateOf({
  status,
  emailVerified,
}: Pick<Account, 'emailVerified' | 'status'>): MemberState | undefined {
  if (status === 'disabled') return 'disabled'
  if (status !== 'active') return undefined
  return emailVerified ? 'active' : 'unconfirmed'
}
