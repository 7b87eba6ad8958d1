import type { Account } from './account.ts'

/** Where the members of an organization may be in their lives. */
export const memberStates = ['active', 'unconfirmed', 'disabled'] as const

/** One of them; as `lifeOf` says it. */
export type MemberState = (typeof memberStates)[number]

/** Where a member is in its life; `undefined` for an account that is no member, or none any more. */
export function memberStateOf({
  status,
  emailVerified,
}: Pick<Account, 'emailVerified' | 'status'>): MemberState | undefined {
  if (status === 'disabled') return 'disabled'
  if (status !== 'active') return undefined
  return emailVerified ? 'active' : 'unconfirmed'
}
