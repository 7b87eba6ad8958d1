import { useSignal } from '@preact/signals'
import { organizationService } from '../../api/organization-service.ts'
import type { InvitationRequest } from '../../api/organization-wire.ts'
import { addressesIn, listIn } from '../../flow/texts.ts'
import { messages } from '../../messages/current-messages.ts'
import { fill } from '../../messages/fill.ts'
import { fieldSentences, sentenceOf } from '../../messages/messages.ts'
import { language } from '../../messages/of-language.ts'
import { people as m } from '../../messages/people.ts'
import { askProtected } from '../../session/recent-login.ts'
import { useControl } from '../controls.ts'
import { DialogForm } from '../dialog/dialog-form.tsx'
import { Field } from '../field.tsx'
import { type Fields, useFields } from '../fields.ts'
import { tell } from '../frame/toast.ts'
import { Optional } from '../optional.tsx'
import { RoleChoice } from './role-choice.tsx'

const n = m.inviting

type Name = 'emails' | 'machine_role' | 'groups'

/** Invites one or several people, with the same role and groups. */
export function InviteDialog({
  organization,
  onClose,
  onSent,
  onShow,
}: {
  readonly organization: string
  readonly onClose: () => void
  /** Called when some invitations have been sent. */
  readonly onSent: () => void
  /** Called when the person wants to see them. */
  readonly onShow: () => void
}) {
  const fields = useFields<Name>({ emails: '', machine_role: '', groups: '' }, 'invite')
  const role = useSignal('user')
  const count = addressesIn(fields.values.value.emails).emails.length

  const send = async () => {
    if (isWrong(fields)) return undefined
    const { emails: text, machine_role: machineRole, groups } = fields.values.value
    const { emails } = addressesIn(text)
    const request = { role: role.value, machine_role: machineRole.trim(), groups: listIn(groups) }
    const { sent, refused } = await inviteAll(emails, request)
    if (sent.length > 0) {
      onSent()
      tell(sentence(sent), { label: n.show, act: onShow })
    }
    if (refused.length === 0) {
      onClose()
      return undefined
    }
    // Sent invitations are done; refused ones can be tried again.
    fields.set('emails', refused.map(({ email }) => email).join(', '))
    fields.mark({ emails: refused.map((each) => fill(n.refused, each)).join(' ') })
    return undefined
  }

  return (
    <DialogForm
      title={fill(n.title, { organization })}
      submit={submitFor(count)}
      busy={n.busy}
      act={send}
      onClose={onClose}
    >
      <Emails fields={fields} />
      <RoleChoice role={role} legend={n.role} />
      <div class="pair">
        <Field
          fields={fields}
          name="machine_role"
          label={<Optional label={n.machineRole} />}
          hint={n.machineRoleHint}
          autocomplete="off"
          optional
        />
        <Field
          fields={fields}
          name="groups"
          label={<Optional label={n.groups} />}
          hint={n.groupsHint}
          autocomplete="off"
          optional
        />
      </div>
      <p class="soft small">{n.hint}</p>
    </DialogForm>
  )
}

function Emails({ fields }: { readonly fields: Fields<Name> }) {
  const id = fields.idOf('emails')
  const { emails: error = '' } = fields.errors.value
  const control = useControl<HTMLTextAreaElement, Name>(fields, 'emails')
  return (
    <div class="field">
      <label for={id}>{n.emails}</label>
      <textarea
        ref={control}
        id={id}
        rows={2}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        required
        aria-invalid={error === '' ? undefined : 'true'}
        aria-describedby={`${id}-hint ${id}-error`}
        onInput={({ currentTarget }) => fields.set('emails', currentTarget.value)}
      />
      <p class="hint" id={`${id}-hint`}>
        {n.emailsHint}
      </p>
      <p class="field-error" id={`${id}-error`}>
        {error}
      </p>
    </div>
  )
}

function isWrong(fields: Fields<Name>): boolean {
  const { emails, wrong } = addressesIn(fields.values.value.emails)
  const [first] = wrong
  if (first) return fields.mark({ emails: fill(n.wrong, { email: first }) })
  return fields.mark(emails.length === 0 ? { emails: n.wanted } : {})
}

interface Refused extends Readonly<Record<string, string>> {
  readonly email: string
  readonly why: string
}

/** One after the other, so that a limit stops at a known place. */
async function inviteAll(
  emails: readonly string[],
  request: Omit<InvitationRequest, 'email'>,
): Promise<{ readonly sent: readonly string[]; readonly refused: readonly Refused[] }> {
  const sent: string[] = []
  const refused: Refused[] = []
  for (const [index, email] of emails.entries()) {
    const body = { ...request, email }
    const wanted = { change: fill(n.change, { email }), isTold: true }
    const answer = await askProtected((token) => organizationService.invite(token, body), wanted)
    if (answer.ok) sent.push(email)
    else {
      const [atField] = Object.values(fieldSentences(messages, answer.error))
      const why = atField ?? sentenceOf(messages, answer.error)
      const isForAll = ['recent_login_required', 'rate_limited'].includes(answer.error.code)
      const left = isForAll ? emails.slice(index) : [email]
      refused.push(...left.map((each) => ({ email: each, why })))
      if (isForAll) break
    }
  }
  return { sent, refused }
}

function submitFor(count: number): string {
  if (count === 0) return n.submit
  return count === 1 ? n.submitOne : fill(n.submitMany, { n: String(count) })
}

function sentence(sent: readonly string[]): string {
  if (sent.length > 3) return fill(n.sentCount, { n: String(sent.length) })
  const emails = new Intl.ListFormat(language).format(sent)
  return fill(sent.length === 1 ? n.sentOne : n.sentMany, { emails })
}
