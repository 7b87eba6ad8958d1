import type { Invitation } from '../../api/organization-wire.ts'
import { frame } from '../../messages/frame.ts'
import { people as m } from '../../messages/people.ts'
import { EndTag } from '../end-tag.tsx'
import { TableHead } from '../table-head.tsx'
import { resendInvitation } from './acts.ts'
import { askAbout } from './questions.ts'
import { Invited, MachineRole } from './rows.tsx'
import type { People } from './use-people.ts'

/** From this many days before its end on, an invitation shows a warning. */
const soonDays = 2

/** The open invitations, with the actions for each. */
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
        <TableHead
          columns={[m.columns.to, m.columns.role, m.columns.machines, m.columns.ends]}
          actions={m.columns.actions}
        />
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
        <EndTag at={Date.parse(invitation.expires_at)} soonDays={soonDays} over={m.over} />
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
