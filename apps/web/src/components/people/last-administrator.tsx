import type { Member } from '../../api/organization-wire.ts'
import { fill } from '../../messages/fill.ts'
import { people as m } from '../../messages/people.ts'
import type { Session } from '../../session/session.ts'
import { Dialog } from '../dialog/dialog.tsx'
import { focusSoon } from '../focus-soon.ts'
import { everyone } from './load-people.ts'
import { fullNameOf } from './names.ts'
import { askAbout } from './questions.ts'
import type { People } from './use-people.ts'

const l = m.last

/** Explains why an organization needs an administrator, and offers to appoint one. */
export function LastAdministrator({
  mine,
  people,
  member,
}: {
  readonly mine: Session
  readonly people: People
  readonly member: Member
}) {
  const isMe = member.id === mine.claims.userId
  const choose = () => {
    people.filter.value = { ...everyone, state: 'active', role: 'user' }
    askAbout()
    focusSoon('#find')
  }
  return (
    <Dialog
      title={isMe ? l.titleMe : fill(l.title, { name: fullNameOf(member) })}
      onClose={() => askAbout()}
    >
      <p class="notice bad" role="alert">
        {fill(l.why, { organization: mine.claims.tenantName })}
      </p>
      <p>{l.next}</p>
      <p class="row end">
        <button type="button" class="quiet" onClick={() => askAbout()}>
          {l.stay}
        </button>
        <button type="button" class="main" data-first onClick={choose}>
          {l.choose}
        </button>
      </p>
    </Dialog>
  )
}
