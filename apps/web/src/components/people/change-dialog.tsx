import { useSignal } from '@preact/signals'
import { organizationService } from '../../api/organization-service.ts'
import type { Member, MemberChange } from '../../api/organization-wire.ts'
import { listIn } from '../../flow/texts.ts'
import { messages } from '../../messages/current-messages.ts'
import { fill } from '../../messages/fill.ts'
import { frame } from '../../messages/frame.ts'
import { fieldSentences, sentenceOf } from '../../messages/messages.ts'
import { people as m } from '../../messages/people.ts'
import { askProtected } from '../../session/recent-login.ts'
import type { Session } from '../../session/session.ts'
import { renewNow } from '../../session/session-store.ts'
import { DialogForm } from '../dialog/dialog-form.tsx'
import { Field } from '../field.tsx'
import { useFields } from '../fields.ts'
import { tell } from '../frame/toast.ts'
import { Optional } from '../optional.tsx'
import { changed } from './acts.ts'
import { fullNameOf } from './names.ts'
import { askAbout } from './questions.ts'
import { RoleChoice } from './role-choice.tsx'
import type { People } from './use-people.ts'

const c = m.changing

/** Changes the role, machine role and groups of a person. */
export function ChangeDialog({
  mine,
  people,
  member,
}: {
  readonly mine: Session
  readonly people: People
  readonly member: Member
}) {
  const name = fullNameOf(member)
  const isMe = member.id === mine.claims.userId
  const role = useSignal(member.role)
  const initial = { machine_role: member.machine_role, groups: member.groups.join(', ') }
  const fields = useFields(initial, 'change')
  const isRaised = member.role === 'user' && role.value === 'company_admin'
  const isLowered = isMe && member.role !== 'user' && role.value === 'user'

  const save = async () => {
    const { machine_role: machineRole, groups } = fields.values.value
    const wanted = { role: role.value, machine_role: machineRole.trim(), groups: listIn(groups) }
    const change = differences(member, wanted)
    if (Object.keys(change).length === 0) {
      askAbout()
      tell(c.nothing)
      return undefined
    }
    const what = fill(c.change, { name, role: frame.roles[role.value] ?? role.value })
    const work = (token: string) => organizationService.changeMember(token, member.id, change)
    const answer = await askProtected(work, { change: what, isTold: isRaised })
    if (answer.ok) {
      people.replace(changed(member, change, answer.value))
      askAbout()
      tell(fill(c.done, { name }))
      // The token still has the old rights.
      if (isMe) void renewNow()
      return undefined
    }
    if (answer.error.code === 'last_administrator') askAbout({ kind: 'last', member })
    const isMarked = fields.mark(fieldSentences(messages, answer.error))
    return isMarked ? undefined : sentenceOf(messages, answer.error)
  }

  return (
    <DialogForm
      title={fill(c.title, { name })}
      submit={c.submit}
      busy={c.busy}
      act={save}
      onClose={() => askAbout()}
    >
      {member.role === 'super_admin' ? (
        <p class="notice">{c.superAdmin}</p>
      ) : (
        <RoleChoice role={role} legend={m.role} />
      )}
      <p class={isRaised || isLowered ? 'notice warn' : 'unseen'} role="status">
        {isRaised && c.raise}
        {isLowered && c.lower}
      </p>
      <div class="pair">
        <Field
          fields={fields}
          name="machine_role"
          label={<Optional label={m.inviting.machineRole} />}
          hint={m.inviting.machineRoleHint}
          autocomplete="off"
          optional
        />
        <Field
          fields={fields}
          name="groups"
          label={<Optional label={m.inviting.groups} />}
          hint={m.inviting.groupsHint}
          autocomplete="off"
          optional
        />
      </div>
    </DialogForm>
  )
}

type WantedMember = Required<Omit<MemberChange, 'disabled'>>

function differences(member: Member, wanted: WantedMember): MemberChange {
  const groups = wanted.groups.join('\n') !== member.groups.join('\n')
  return {
    ...(wanted.role !== member.role && { role: wanted.role }),
    ...(wanted.machine_role !== member.machine_role && { machine_role: wanted.machine_role }),
    ...(groups && { groups: wanted.groups }),
  }
}
