import { organizationService } from '../../api/organization-service.ts'
import type { Invitation } from '../../api/organization-wire.ts'
import { messages } from '../../messages/current-messages.ts'
import { fill } from '../../messages/fill.ts'
import { sentenceOf } from '../../messages/messages.ts'
import { people as m } from '../../messages/people.ts'
import { ask } from '../../session/session-store.ts'
import { DialogForm } from '../dialog/dialog-form.tsx'
import { tell } from '../frame/toast.ts'
import { askAbout } from './questions.ts'
import type { People } from './use-people.ts'

const n = m.inviting

/** Asks before an invitation is revoked. */
export function RevokeDialog({
  people,
  invitation: { id, email },
}: {
  readonly people: People
  readonly invitation: Invitation
}) {
  const revoke = async () => {
    const answer = await ask((token) => organizationService.revokeInvitation(token, id))
    if (!answer.ok) return sentenceOf(messages, answer.error)
    askAbout()
    people.removeInvitation(id)
    tell(fill(n.revoked, { email }))
    return undefined
  }
  return (
    <DialogForm
      title={fill(n.revokeTitle, { email })}
      submit={n.revokeSubmit}
      busy={m.removing.busy}
      tone="danger"
      act={revoke}
      onClose={() => askAbout()}
    >
      <p>{n.revokeLead}</p>
    </DialogForm>
  )
}
