import type { CallResult } from '../../api/call.ts'
import { organizationService } from '../../api/organization-service.ts'
import type { Member } from '../../api/organization-wire.ts'
import { messages } from '../../messages/current-messages.ts'
import { fill } from '../../messages/fill.ts'
import { sentenceOf } from '../../messages/messages.ts'
import { people as m } from '../../messages/people.ts'
import { askProtected } from '../../session/recent-login.ts'
import { DialogForm } from '../dialog/dialog-form.tsx'
import { Consequence, Will } from '../dialog/will.tsx'
import { Field } from '../field.tsx'
import { useFields } from '../fields.ts'
import { tell } from '../frame/toast.ts'
import { Text } from '../text.tsx'
import { changed } from './acts.ts'
import { fullNameOf, shortNameOf } from './names.ts'
import { askAbout } from './questions.ts'
import type { People } from './use-people.ts'

interface QuestionProps {
  readonly people: People
  readonly member: Member
  readonly organization: string
}

const close = () => askAbout()

/** Runs an action on a person; shows the reason of a failure, or what to do about a last administrator. */
async function act<Value>(
  member: Member,
  work: (token: string) => Promise<CallResult<Value>>,
  { change, onDone }: { readonly change: string; readonly onDone: (value: Value) => void },
): Promise<string | undefined> {
  const answer = await askProtected(work, { change })
  if (answer.ok) {
    askAbout()
    onDone(answer.value)
    return undefined
  }
  if (answer.error.code === 'last_administrator') askAbout({ kind: 'last', member })
  return sentenceOf(messages, answer.error)
}

/** Asks before a person is signed out everywhere. */
export function EndSessionsDialog({ member }: QuestionProps) {
  const e = m.ending
  const name = fullNameOf(member)
  const title = fill(e.title, { name })
  const end = () =>
    act(member, (token) => organizationService.endMemberSessions(token, member.id), {
      change: title,
      onDone: () => tell(fill(e.done, { name })),
    })
  const submit = fill(e.submit, { name: shortNameOf(member) })
  return (
    <DialogForm title={title} submit={submit} busy={e.busy} tone="danger" act={end} onClose={close}>
      <p>{fill(e.lead, { name: shortNameOf(member) })}</p>
      <Will>
        <Consequence>{e.sessions}</Consequence>
        <Consequence>{e.terminals}</Consequence>
        <Consequence tone="good">{e.keys}</Consequence>
      </Will>
    </DialogForm>
  )
}

/** Asks before a person is disabled. */
export function DisableDialog({ member, people }: QuestionProps) {
  const d = m.disabling
  const name = fullNameOf(member)
  const title = fill(d.title, { name })
  const change = { disabled: true }
  const disable = () =>
    act(member, (token) => organizationService.changeMember(token, member.id, change), {
      change: title,
      onDone: (answer) => {
        people.replace(changed(member, change, answer))
        tell(fill(d.done, { name }))
      },
    })
  const submit = fill(d.submit, { name: shortNameOf(member) })
  return (
    <DialogForm
      title={title}
      submit={submit}
      busy={d.busy}
      tone="danger"
      act={disable}
      onClose={close}
    >
      <p>{fill(d.lead, { name: shortNameOf(member) })}</p>
      <Will>
        <Consequence>{d.sessions}</Consequence>
        <Consequence>{d.keys}</Consequence>
        <Consequence>{d.signIn}</Consequence>
        <Consequence tone="good">{d.good}</Consequence>
      </Will>
    </DialogForm>
  )
}

/** Asks before a person is removed for good; their username must be typed. */
export function RemoveDialog({ member, people, organization }: QuestionProps) {
  const r = m.removing
  const name = fullNameOf(member)
  const { username } = member
  const title = fill(r.title, { name, organization })
  const fields = useFields({ username: '' }, 'remove')
  const remove = async () => {
    const isTyped = fields.values.value.username.trim() === username
    if (fields.mark(isTyped ? {} : { username: r.mistyped })) return undefined
    return act(member, (token) => organizationService.removeMember(token, member.id), {
      change: title,
      onDone: () => {
        people.removeMember(member.id)
        tell(fill(r.done, { name }))
      },
    })
  }
  const code = <code>{username}</code>
  return (
    <DialogForm
      title={title}
      submit={fill(r.submit, { name: shortNameOf(member) })}
      busy={r.busy}
      tone="danger"
      act={remove}
      onClose={close}
    >
      <p>
        <strong>{r.lead}</strong> {r.within}
      </p>
      <Will>
        <Consequence tone="bad">
          <Text of={r.account} values={{ username: code }} />
        </Consequence>
        <Consequence tone="bad">{r.sessions}</Consequence>
        <Consequence>{fill(r.audit, { name: shortNameOf(member) })}</Consequence>
        <Consequence>{fill(r.back, { name: shortNameOf(member) })}</Consequence>
      </Will>
      {member.state !== 'disabled' && <Instead member={member} />}
      <Field
        fields={fields}
        name="username"
        label={<Text of={r.type} values={{ username: code }} />}
        autocomplete="off"
      />
    </DialogForm>
  )
}

function Instead({ member }: { readonly member: Member }) {
  const disable = (
    <button type="button" class="plain" onClick={() => askAbout({ kind: 'disable', member })}>
      {m.removing.disable}
    </button>
  )
  return (
    <p class="soft small">
      <Text of={m.removing.instead} values={{ disable }} />
    </p>
  )
}
