import type { Invitation } from '../../api/organization-wire.ts'
import { thisMinute } from '../../clock.ts'
import { frame } from '../../messages/frame.ts'
import { daysUntil, relatively } from '../../messages/moments.ts'
import { language } from '../../messages/of-language.ts'
import { people as m } from '../../messages/people.ts'
import { resendInvitation } from './acts.ts'
import { askAbout } from './questions.ts'
import { Invited, MachineRole } from './rows.tsx'
import type { People } from './use-people.ts'

/** Under this many days the end of an invitation is a warning. */
const soonDays = 2

/** The open invitations by themselves, with what can be done to each at hand. */
export function InvitationsTable({
  people,
  invitations,
}: {
  readonly people: People
  readonly invitations: readonly Invitation[]
}) {
  return (
    <>
      <table class="fold" aria-label={m.invitationsList}>
        <thead>
          <tr>
            <th scope="col">{m.columns.to}</th>
            <th scope="col">{m.columns.role}</th>
            <th scope="col">{m.columns.machines}</th>
            <th scope="col">{m.columns.ends}</th>
            <th scope="col">
              <span class="unseen">{m.columns.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {invitations.map((invitation) => (
            <Row key={invitation.id} people={people} invitation={invitation} />
          ))}
        </tbody>
      </table>
      <div class="more">
        <p>{m.invitationHint}</p>
      </div>
    </>
  )
}

function Row({ people, invitation }: { readonly people: People; readonly invitation: Invitation }) {
  const { email, role, machine_role: machineRole } = invitation
  return (
    <tr>
      <Invited invitation={invitation} />
      <td data-name={m.columns.role}>{frame.roles[role] ?? role}</td>
      <MachineRole role={machineRole} />
      <td data-name={m.columns.ends}>
        <End at={Date.parse(invitation.expires_at)} />
      </td>
      <td class="act">
        <button
          type="button"
          class="quiet"
          onClick={() => void resendInvitation(people, invitation)}
        >
          {m.sendAgain}
          <span class="unseen"> ({email})</span>
        </button>{' '}
        <button
          type="button"
          class="quiet bad"
          onClick={() => askAbout({ kind: 'revoke', invitation })}
        >
          {m.revoke}
          <span class="unseen"> ({email})</span>
        </button>
      </td>
    </tr>
  )
}

function End({ at }: { readonly at: number }) {
  const telling = { language, now: thisMinute.value }
  if (at <= thisMinute.value) return <span class="tag">{m.over}</span>
  const isSoon = daysUntil(at, telling) < soonDays
  return <span class={isSoon ? 'tag warn' : ''}>{relatively(at, telling)}</span>
}
