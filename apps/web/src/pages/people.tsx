import { useEffect } from 'preact/hooks'
import { focusSoon } from '../components/focus-soon.ts'
import { Frame } from '../components/frame/frame.tsx'
import { AdministratorGate } from '../components/frame/gate.tsx'
import { NotLoaded } from '../components/not-loaded.tsx'
import { ChangeDialog } from '../components/people/change-dialog.tsx'
import { Filters } from '../components/people/filters.tsx'
import { InvitationsTable } from '../components/people/invitations-table.tsx'
import { InviteDialog } from '../components/people/invite-dialog.tsx'
import { LastAdministrator } from '../components/people/last-administrator.tsx'
import { everyone, type PeoplePage } from '../components/people/load-people.ts'
import {
  DisableDialog,
  EndSessionsDialog,
  RemoveDialog,
} from '../components/people/member-questions.tsx'
import { PeopleTable } from '../components/people/people-table.tsx'
import { askAbout, question } from '../components/people/questions.ts'
import { RevokeDialog } from '../components/people/revoke-dialog.tsx'
import { type People as List, usePeople } from '../components/people/use-people.ts'
import { Placeholder } from '../components/placeholder.tsx'
import { fill } from '../messages/fill.ts'
import { people as m } from '../messages/people.ts'
import type { Session } from '../session/session.ts'
import '../styles/lists.css'

/** The people of the organization, and their rights. */
export function People() {
  return <AdministratorGate here="people">{(mine) => <Inside mine={mine} />}</AdministratorGate>
}

interface Props {
  readonly mine: Session
  readonly people: List
}

function Inside({ mine }: { readonly mine: Session }) {
  const people = usePeople()
  const organization = mine.claims.tenantName
  useEffect(() => () => askAbout(), [])
  const isAlone = aloneIn(people)
  return (
    <Frame
      mine={mine}
      here="people"
      lead={fill(m.lead, { organization })}
      action={
        !isAlone && (
          <button type="button" class="main" onClick={() => askAbout({ kind: 'invite' })}>
            {m.invite}
          </button>
        )
      }
    >
      {isAlone ? (
        <Alone />
      ) : (
        <section class="panel list" aria-label={m.list} aria-busy={people.isBusy.value}>
          <Filters people={people} />
          <Found mine={mine} people={people} />
        </section>
      )}
      <Dialogs mine={mine} people={people} />
    </Frame>
  )
}

/** Whether the list has one person and no invitations, without conditions. */
function aloneIn({ filter, found, foundFor }: List): boolean {
  const page = found.value
  const isAll = [filter.value, foundFor.value].every(
    ({ text, state, role }) => text === '' && state === 'all' && role === 'any',
  )
  if (!page || !isAll || page.cursor !== null) return false
  return page.members.length === 1 && page.invitations.length === 0
}

function Alone() {
  return (
    <section class="panel empty">
      <h2>{m.alone.title}</h2>
      <p>{m.alone.lead}</p>
      <p class="row">
        <button type="button" class="main" onClick={() => askAbout({ kind: 'invite' })}>
          {m.alone.submit}
        </button>
      </p>
    </section>
  )
}

function Found({ mine, people }: Props) {
  const { trouble, found } = people
  if (trouble.value) {
    return <NotLoaded title={m.failed} error={trouble.value} onRetry={() => people.reload()} />
  }
  if (!found.value) return <Placeholder rows={4} />
  const page = found.value
  if (isEmpty(page)) return <Nothing people={people} />
  if (people.foundFor.value.state === 'invited') {
    return <InvitationsTable people={people} invitations={page.invitations} />
  }
  return <PeopleTable mine={mine} people={people} page={page} />
}

function isEmpty({ members, invitations, cursor }: PeoplePage): boolean {
  return members.length === 0 && invitations.length === 0 && cursor === null
}

function Nothing({ people: { filter, foundFor } }: { readonly people: List }) {
  const text = foundFor.value.text.trim()
  const clear = () => {
    filter.value = everyone
    focusSoon('#find')
  }
  return (
    <div class="empty" role="status">
      <h2>{text === '' ? m.nothing.plain : fill(m.nothing.title, { text })}</h2>
      <p>{text === '' ? m.nothing.plainLead : m.nothing.lead}</p>
      <p class="row">
        <button type="button" class="quiet" onClick={clear}>
          {m.nothing.clear}
        </button>
      </p>
    </div>
  )
}

function Dialogs({ mine, people }: Props) {
  const asked = question.value
  const organization = mine.claims.tenantName
  if (!asked) return null
  if (asked.kind === 'invite') {
    return (
      <InviteDialog
        organization={organization}
        onClose={() => askAbout()}
        onSent={() => people.reload()}
        onShow={() => {
          people.filter.value = { ...everyone, state: 'invited' }
        }}
      />
    )
  }
  if (asked.kind === 'revoke') return <RevokeDialog people={people} invitation={asked.invitation} />
  const { kind, member } = asked
  if (kind === 'change') return <ChangeDialog mine={mine} people={people} member={member} />
  if (kind === 'last') return <LastAdministrator mine={mine} people={people} member={member} />
  const Ask = { end_sessions: EndSessionsDialog, disable: DisableDialog, remove: RemoveDialog }[
    kind
  ]
  return <Ask people={people} member={member} organization={organization} />
}
