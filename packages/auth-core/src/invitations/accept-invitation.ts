import { parseDisplayName } from '../identity/display-name.ts'
import type { ParseResult } from '../identity/parse-result.ts'
import { validatePassword } from '../identity/password-policy.ts'
import { parseUsername } from '../identity/username.ts'
import { countAgainst } from '../limits/throttle.ts'
import type { Ports } from '../ports/ports.ts'
import type { Requester } from '../records/client.ts'
import { type FieldError, type Invalid, type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { accept } from './accept.ts'
import type { NewMember } from './accepting.ts'
import type { InvitationAccepted } from './finish-acceptance.ts'
import { findOpenInvitation, type OpenInvitation } from './open-invitation.ts'

/** The token of an invitation, and the details of the person who accepts it. */
export interface AcceptInvitationCommand {
  /** The token from the mail. Secret. */
  readonly token: string
  /** The username; the core makes it lower case. */
  readonly username: string
  /** The password as typed. Never part of an outcome. Secret. */
  readonly password: string
  /** The first name, for display. */
  readonly firstName: string
  /** The last name, for display. */
  readonly lastName: string
  /** The client that sent the request. */
  readonly from: Requester
}

/**
 * Makes a member of the person with the token (`POST /api/auth/accept-invitation`), with the role and
 * the groups of the invitation. Nothing else has to be confirmed: only the mailbox had the token.
 *
 * Invalid: every field that breaks a rule of sign-up; the invitation is as good as before. Refusals:
 * `invitation_invalid`, whatever is wrong with it; `username_taken` and `overloaded`, after which it
 * is as good as before; `already_member`; `sign_up_closed`; `rate_limited`.
 *
 * @throws {PortError} When the credential store failed or was too slow. The invitation can be accepted
 *   again, in a minute at the latest.
 */
export async function acceptInvitation(
  ports: Ports,
  settings: AuthSettings,
  command: AcceptInvitationCommand,
): Promise<InvitationAccepted | Invalid | Refused> {
  const { token, from } = command
  if (settings.signUp === 'closed') return refused('sign_up_closed')
  const { acceptPerNetwork } = settings.limits
  const tooMany = await countAgainst(ports.rateLimiter, [[acceptPerNetwork, from.network]])
  if (tooMany) return tooMany
  return accept({
    ports,
    settings,
    from,
    by: 'token',
    find: (tx) => findOpenInvitation({ ports, settings }, tx, token),
    introduce: async (_tx, open) => parseMember(ports, open, command),
  })
}

function parseMember(
  { passwordBlocklist }: Pick<Ports, 'passwordBlocklist'>,
  { invitation, tenant }: OpenInvitation,
  command: AcceptInvitationCommand,
): NewMember | Invalid {
  const errors: FieldError[] = []
  const take = <Value>(field: string, parsed: ParseResult<Value>): Value | undefined => {
    if (parsed.ok) return parsed.value
    errors.push({ field, rule: parsed.rule, message: parsed.message })
    return undefined
  }
  const context = { email: invitation.email, organization: tenant.id }
  const isCommon = (password: string) => passwordBlocklist.has(password)
  const member = {
    username: take('username', parseUsername(command.username)),
    password: take('password', validatePassword(command.password, context, isCommon)),
    firstName: take('firstName', parseDisplayName(command.firstName)),
    lastName: take('lastName', parseDisplayName(command.lastName)),
  }
  // Without errors every field has its value, which the compiler cannot follow.
  return errors.length > 0 ? { kind: 'invalid', errors } : (member as NewMember)
}
