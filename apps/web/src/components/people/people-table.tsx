import { useLayoutEffect, useRef } from 'preact/hooks'
import { fill } from '../../messages/fill.ts'
import { people as m } from '../../messages/people.ts'
import type { Session } from '../../session/session.ts'
import { TableHead } from '../table-head.tsx'
import type { PeoplePage } from './load-people.ts'
import { InvitationRow, MemberRow } from './rows.tsx'
import type { People } from './use-people.ts'

const c = m.columns

/** The list of people, and what is left of it. */
export function PeopleTable({
  mine,
  people,
  page,
}: {
  readonly mine: Session
  readonly people: People
  readonly page: PeoplePage
}) {
  const body = useRef<HTMLTableSectionElement>(null)
  const { value: before } = people.before
  useLayoutEffect(() => {
    if (before > 0) body.current?.querySelectorAll('tr')[before]?.focus()
  }, [before])
  return (
    <>
      <table class="fold people" aria-label={m.list}>
        <TableHead columns={[c.name, c.state, c.role, c.machines, c.seen]} actions={c.actions} />
        <tbody ref={body}>
          {page.invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} people={people} />
          ))}
          {page.members.map((member) => (
            <MemberRow key={member.id} member={member} mine={mine} people={people} />
          ))}
        </tbody>
      </table>
      <div class="more">
        <p role="status">{countOf(page)}</p>
        {page.cursor !== null && (
          <button
            type="button"
            class="quiet"
            aria-disabled={people.isBusy.value}
            onClick={() => {
              if (!people.isBusy.peek()) people.showMore()
            }}
          >
            {people.isBusy.value ? m.loadingMore : m.showMore}
          </button>
        )}
      </div>
    </>
  )
}

/** The number of people, or of those loaded so far. */
function countOf({ members, invitations, cursor }: PeoplePage): string {
  const n = String(members.length)
  const one = members.length === 1 ? m.onePerson : fill(m.people, { n })
  const people = cursor === null ? one : fill(m.peopleSoFar, { n })
  if (invitations.length === 0) return people
  const open = { n: String(invitations.length) }
  return `${people}, ${invitations.length === 1 ? m.oneInvitation : fill(m.invitations, open)}`
}
