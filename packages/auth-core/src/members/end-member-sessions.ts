import { voidCredentials } from '../account/void-credentials.ts'
import { actingOnMember } from '../authorization/acting-on.ts'
import { authorize, findMember } from '../authorization/authorize.ts'
import type { Ports } from '../ports/ports.ts'
import { requestEvent } from '../records/audit.ts'
import type { Refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import type { MemberCommand } from './member-command.ts'

/** All sessions, tokens and codes of the member have ended; the password stays. */
export interface MemberSessionsEnded {
  /** The kind of this outcome. */
  readonly kind: 'member_sessions_ended'
}

/**
 * Signs a member out everywhere, at once (`POST /api/auth/organization/members/{user_id}/end-sessions`):
 * access tokens, session tokens and codes. A repetition does no harm.
 *
 * Refusals: those of {@link authorize}; `not_found`; `forbidden` for a member of a higher role.
 */
export function endMemberSessions(
  ports: Ports,
  settings: AuthSettings,
  { accountId, ...command }: MemberCommand,
): Promise<MemberSessionsEnded | Refused> {
  const action = 'endMemberSessions'
  return authorize<MemberSessionsEnded | Refused>(ports, settings, {
    ...command,
    action,
    async work(tx, by) {
      const member = await findMember({ tx, settings }, by, { action, accountId })
      if ('kind' in member) return member
      await voidCredentials(ports, tx, member.id)
      const subject = actingOnMember(by.account, member)
      await tx.auditLog.record(requestEvent(command.from, { kind: 'sessions_ended', ...subject }))
      return { kind: 'member_sessions_ended' }
    },
  })
}
