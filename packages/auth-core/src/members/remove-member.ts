import { actingOnMember } from '../authorization/acting-on.ts'
import { authorize, findMember } from '../authorization/authorize.ts'
import type { Ports } from '../ports/ports.ts'
import type { Refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import type { MemberCommand } from './member-command.ts'
import { beginRemoval, finishRemoval, type RemovalBegun } from './removal.ts'

/** The account is removed, from the credential store too. */
export interface MemberRemoved {
  /** The kind of this outcome. */
  readonly kind: 'member_removed'
}

/**
 * Removes a member for good (`DELETE /api/auth/organization/members/{user_id}`): ends the sessions at once,
 * then removes the user from the credential store, then the account from our records.
 *
 * Refusals: those of {@link authorize}; `not_found`; `forbidden` for a member of a higher role;
 * `last_administrator`.
 *
 * @throws {PortError} When the credential store fails. The member's account is closed in any case, and the
 * jobs finish the removal.
 */
export async function removeMember(
  ports: Ports,
  settings: AuthSettings,
  { accountId, ...command }: MemberCommand,
): Promise<MemberRemoved | Refused> {
  const action = 'removeMember'
  const begun = await authorize<RemovalBegun | Refused>(ports, settings, {
    ...command,
    action,
    async work(tx, by) {
      const account = await findMember({ tx, settings }, by, { action, accountId })
      if ('kind' in account) return account
      const fact = { kind: 'member_removed', ...actingOnMember(by.account, account) } as const
      return beginRemoval(ports, tx, { account, from: command.from, fact })
    },
  })
  if (begun.kind === 'refused') return begun
  await finishRemoval(ports, begun.account)
  return { kind: 'member_removed' }
}
