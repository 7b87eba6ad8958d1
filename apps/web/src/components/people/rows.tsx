import type { Invitation, Member } from '../../api/organization-wire.ts'
import { thisMinute } from '../../clock.ts'
import { go } from '../../flow/router.ts'
import { fill } from '../../messages/fill.ts'
import { frame } from '../../messages/frame.ts'
import { dayOf, relatively } from '../../messages/moments.ts'
import { language } from '../../messages/of-language.ts'
import { people as m } from '../../messages/people.ts'
import type { Session } from '../../session/session.ts'
import { Icon } from '../icon.tsx'
import { Menu, type MenuItem } from '../menu.tsx'
import { enableMember, resendInvitation } from './acts.ts'
import { fullNameOf, initialOf } from './names.ts'
import { askAbout } from './questions.ts'
import type { People } from './use-people.ts'

/** A row of the list. */
interface RowProps {
  readonly mine: Session
  readonly people: People
}

const tones: Readonly<Record<string, string>> = {
  active: 'good',
  unconfirmed: 'warn',
  invited: 'warn',
}

/** A person of the organization. */
export function MemberRow({ member, mine, people }: RowProps & { readonly member: Member }) {
  const name = fullNameOf(member)
  const isMe = member.id === mine.claims.userId
  const telling = { language, now: thisMinute.value }
  const seen = member.last_login_at
  return (
    <tr class={member.state === 'disabled' ? 'off' : ''} tabIndex={-1}>
      <th scope="row">
        <span class="who">
          <span class={`letter round ${isMe ? '' : 'still'}`} aria-hidden="true">
            {initialOf(name)}
          </span>
          <span>
            <strong>{name}</strong> {isMe && <span class="tag line">{m.you}</span>}
            <span class="soft">{member.email}</span>
          </span>
        </span>
      </th>
      <td class="word" data-name={m.columns.state}>
        <Tag state={member.state} />
      </td>
      <td class="word" data-name={m.columns.role}>
        {frame.roles[member.role] ?? member.role}
      </td>
      <MachineRole role={member.machine_role} />
      <td data-name={m.columns.seen}>
        <span class="num">{seen ? relatively(Date.parse(seen), telling) : m.never}</span>
      </td>
      <td class="act corner">
        <Actions name={name} items={itemsFor(member, { mine, people })} />
      </td>
    </tr>
  )
}

/** A person with an open invitation. */
export function InvitationRow({
  invitation,
  people,
}: Pick<RowProps, 'people'> & { readonly invitation: Invitation }) {
  const { email, role } = invitation
  const items: readonly MenuItem[] = [
    { text: m.sendAgain, act: () => void resendInvitation(people, invitation) },
    {
      text: m.revoke,
      tone: 'bad',
      isApart: true,
      act: () => askAbout({ kind: 'revoke', invitation }),
    },
  ]
  return (
    <tr tabIndex={-1}>
      <Invited invitation={invitation} />
      <td class="word" data-name={m.columns.state}>
        <Tag state="invited" />
      </td>
      <td class="word" data-name={m.columns.role}>
        {frame.roles[role] ?? role}
      </td>
      <MachineRole role={invitation.machine_role} />
      <td>
        <span class="num soft">{endOf(invitation)}</span>
      </td>
      <td class="act corner">
        <Actions name={email} items={items} />
      </td>
    </tr>
  )
}

/** The invited address, and the inviter. */
export function Invited({ invitation }: { readonly invitation: Invitation }) {
  return (
    <th scope="row">
      <span class="who">
        <span class="letter round still open" aria-hidden="true">
          @
        </span>
        <span>
          <strong>{invitation.email}</strong>
          <span class="soft">{inviterOf(invitation)}</span>
        </span>
      </span>
    </th>
  )
}

/** The role on machines, whose meaning the machines define. */
export function MachineRole({ role }: { readonly role: string }) {
  return (
    <td data-name={m.columns.machines}>
      {role === '' ? <span class="soft">{m.none}</span> : <span>{role}</span>}
    </td>
  )
}

function Tag({ state }: { readonly state: string }) {
  return <span class={`tag ${tones[state] ?? ''}`}>{m.tags[state] ?? state}</span>
}

function Actions({ name, items }: { readonly name: string; readonly items: readonly MenuItem[] }) {
  const label = fill(m.actionsFor, { name })
  return (
    <Menu class="quiet icon-only" label={label} title={label} items={items} side="right">
      <Icon name="dots" />
    </Menu>
  )
}

function itemsFor(member: Member, { mine, people }: RowProps): readonly MenuItem[] {
  const change: MenuItem = { text: m.change, act: () => askAbout({ kind: 'change', member }) }
  // Actions on one's own account are on its own page.
  if (member.id === mine.claims.userId)
    return [change, { text: m.toAccount, act: () => go('account') }]
  return [
    change,
    { text: m.endSessions, act: () => askAbout({ kind: 'end_sessions', member }) },
    member.state === 'disabled'
      ? { text: m.enable, isApart: true, act: () => void enableMember(people, member) }
      : { text: m.disable, isApart: true, act: () => askAbout({ kind: 'disable', member }) },
    {
      text: fill(m.remove, { organization: mine.claims.tenantName }),
      tone: 'bad',
      act: () => askAbout({ kind: 'remove', member }),
    },
  ]
}

function inviterOf({ invited_by: by, created_at: at }: Invitation): string {
  const day = at ? dayOf(Date.parse(at), { language, now: thisMinute.value }) : undefined
  if (by && day) return fill(m.invitedBy, { name: by, day })
  return day ? fill(m.invitedOn, { day }) : m.invitedSo
}

/** When an invitation expires, as text in the list. */
function endOf({ expires_at: at }: Invitation): string {
  const end = Date.parse(at)
  if (end <= thisMinute.value) return m.ended
  return fill(m.ends, { when: relatively(end, { language, now: thisMinute.value }) })
}
