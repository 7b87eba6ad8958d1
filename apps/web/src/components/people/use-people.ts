import { type Signal, signal, useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import type { ApiError } from '../../api/call.ts'
import { organizationService } from '../../api/organization-service.ts'
import type { Invitation, Member } from '../../api/organization-wire.ts'
import { ask } from '../../session/session-store.ts'
import { everyone, loadPeople, type PeopleFilter, type PeoplePage } from './load-people.ts'

/** The list of people on the page, and its actions. */
export interface People {
  /** The conditions; a change loads the list again. */
  readonly filter: Signal<PeopleFilter>
  /** The people; `undefined` before the first answer. */
  readonly found: Signal<PeoplePage | undefined>
  /** The conditions with which {@link found} was loaded. */
  readonly foundFor: Signal<PeopleFilter>
  /** Why the last call failed, if it did. */
  readonly trouble: Signal<ApiError | undefined>
  /** Whether a call is under way. */
  readonly isBusy: Signal<boolean>
  /** The number of rows before more were added. */
  readonly before: Signal<number>
  /** Loads the first page. */
  reload(): void
  /** Loads the next page. */
  showMore(): void
  /** Sets the new state of a member, without loading. */
  replace(member: Member): void
  /** Removes a member from the list. */
  removeMember(id: string): void
  /** Removes an invitation from the list. */
  removeInvitation(id: string): void
  /** Sets the new state of an invitation. */
  replaceInvitation(invitation: Invitation): void
}

/** Milliseconds without typing after which the search starts. */
const restMs = 200

const routes = {
  listMembers: (query: Parameters<typeof organizationService.listMembers>[1]) =>
    ask((token) => organizationService.listMembers(token, query)),
  listInvitations: (cursor?: string) =>
    ask((token) => organizationService.listInvitations(token, cursor)),
}

/** Loads the people, and again when the conditions change. */
export function usePeople(): People {
  const filter = useSignal(everyone)
  const people = useMemo(() => createPeople(filter), [])
  const { text, state, role } = filter.value
  const isTyping = people.foundFor.value.text !== text
  useEffect(() => {
    const timer = setTimeout(() => people.reload(), isTyping ? restMs : 0)
    return () => clearTimeout(timer)
  }, [text, state, role])
  return people
}

function createPeople(filter: Signal<PeopleFilter>): People {
  const found = signal<PeoplePage | undefined>(undefined)
  const foundFor = signal(everyone)
  const trouble = signal<ApiError | undefined>(undefined)
  const isBusy = signal(false)
  const before = signal(0)
  let newest = 0

  const load = async (cursor?: string) => {
    newest += 1
    const mine = newest
    const wanted = filter.peek()
    isBusy.value = true
    const answer = await loadPeople(routes, wanted, cursor)
    // Another query may have been sent meanwhile.
    if (mine !== newest) return
    isBusy.value = false
    trouble.value = answer.ok ? undefined : answer.error
    if (!answer.ok) return
    const shown = cursor === undefined ? undefined : found.peek()
    before.value = shown ? shown.invitations.length + shown.members.length : 0
    foundFor.value = wanted
    found.value = {
      invitations: shown?.invitations ?? answer.value.invitations,
      members: [...(shown?.members ?? []), ...answer.value.members],
      cursor: answer.value.cursor,
    }
  }
  const edit = (change: (page: PeoplePage) => PeoplePage) => {
    const page = found.peek()
    before.value = 0
    if (page) found.value = change(page)
  }
  return {
    filter,
    found,
    foundFor,
    trouble,
    isBusy,
    before,
    reload: () => void load(),
    showMore: () => void load(found.peek()?.cursor ?? undefined),
    replace: (member) =>
      edit((page) => ({ ...page, members: page.members.map((old) => sameOr(old, member)) })),
    removeMember: (id) =>
      edit((page) => ({ ...page, members: page.members.filter((old) => old.id !== id) })),
    removeInvitation: (id) =>
      edit((page) => ({ ...page, invitations: page.invitations.filter((old) => old.id !== id) })),
    replaceInvitation: (invitation) =>
      edit((page) => ({
        ...page,
        invitations: page.invitations.map((old) => sameOr(old, invitation)),
      })),
  }
}

function sameOr<Item extends { readonly id: string }>(old: Item, fresh: Item): Item {
  return old.id === fresh.id ? fresh : old
}
