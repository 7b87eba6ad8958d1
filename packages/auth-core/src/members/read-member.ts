import { withoutKey } from '../account/with-usable-key.ts'
import { authorize, findMember } from '../authorization/authorize.ts'
import type { Ports } from '../ports/ports.ts'
import type { Refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import type { MemberCommand, MemberRead } from './member-command.ts'

/**
 * One member of the caller's organization (`GET /api/auth/organization/members/{user_id}`).
 *
 * Refusals: those of {@link authorize}; `not_found` also for members of other organizations.
 */
export function readMember(
  ports: Ports,
  settings: AuthSettings,
  { accountId, ...query }: MemberCommand,
): Promise<MemberRead | Refused> {
  const action = 'readMember'
  return authorize<MemberRead | Refused>(ports, settings, {
    ...query,
    action,
    async work(tx, by) {
      const account = await findMember({ tx, settings }, by, { action, accountId })
      if ('kind' in account) return account
      return { kind: 'member', member: withoutKey({ account, tenant: by.target }) }
    },
  })
}
