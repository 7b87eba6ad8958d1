import { organizationService } from '../../api/organization-service.ts'
import type { Invitation, Member, MemberChange } from '../../api/organization-wire.ts'
import { messages } from '../../messages/current-messages.ts'
import { fill } from '../../messages/fill.ts'
import { sentenceOf } from '../../messages/messages.ts'
import { people as m } from '../../messages/people.ts'
import { ask } from '../../session/session-store.ts'
import { tell } from '../frame/toast.ts'
import { fullNameOf } from './names.ts'
import type { People } from './use-people.ts'

/** Enables a person again. Does not ask, because nothing is lost. */
export async function enableMember(people: People, member: Member): Promise<void> {
  const change = { disabled: false }
  const answer = await ask((token) => organizationService.changeMember(token, member.id, change))
  if (!answer.ok) return tell(sentenceOf(messages, answer.error))
  people.replace(changed(member, change, answer.value))
  tell(fill(m.disabling.enabled, { name: fullNameOf(member) }))
}

/** Mails the link of an invitation again. */
export async function resendInvitation(people: People, invitation: Invitation): Promise<void> {
  const { id, email } = invitation
  const answer = await ask((token) => organizationService.resendInvitation(token, id))
  if (!answer.ok) return tell(sentenceOf(messages, answer.error))
  const { expires_at: end } = Object(answer.value) as { readonly expires_at?: unknown }
  people.replaceInvitation({ ...invitation, ...(typeof end === 'string' && { expires_at: end }) })
  tell(fill(m.inviting.again, { email }))
}

/** A member after a change, from the service's answer, else from the change itself. */
export function changed(member: Member, change: MemberChange, answer: Partial<Member>): Member {
  const { disabled, ...fields } = change
  const state = disabled ? 'disabled' : member.email_verified ? 'active' : 'unconfirmed'
  return { ...member, ...fields, ...(disabled !== undefined && { state }), ...answer }
}
