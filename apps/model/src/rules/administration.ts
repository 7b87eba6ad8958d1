import type { ActOf } from '../act.ts'
import { type Expectation, type Ruling, refuses } from '../expectation.ts'
import {
  dropLinks,
  isLastAdministrator,
  mayAct,
  membersOf,
  type Person,
  remove,
  sessionsOf,
  signOut,
} from '../world.ts'
import { administratorOf, isRecent, lasts } from './tokens.ts'

type OnMember = ActOf<'changeMember'> | ActOf<'removeMember'> | ActOf<'endMemberSessions'>

/** An administrator invites an address that their organization does not have. */
export function invite(ruling: Ruling, act: ActOf<'invite'>): Expectation {
  const { world, now } = ruling
  const actor = administratorOf(ruling, act)
  if (typeof actor === 'string') return refuses(actor)
  const { person, session } = actor
  const { organization } = person
  if (!person.confirmed) return refuses('forbidden')
  if (act.role === 'company_admin' && !isRecent(ruling, session)) {
    return refuses('recent_login_required')
  }
  const isMember = membersOf(world, organization).some(({ email }) => email === act.email)
  const open = [...world.invitations.values()].find(
    (one) => one.organization === organization && one.email === act.email,
  )
  if (isMember || (open && now < open.expiresAt)) return refuses('already_member')
  return {
    allows: ['invitation_sent'],
    apply(seen) {
      if (open) world.invitations.delete(open.id)
      const sent = seen?.outcome.invitation as { readonly id: string } | undefined
      const id = sent?.id ?? `unknown ${now} ${act.email}`
      const expiresAt = now + lasts.invitation
      const { email, role } = act
      const inviter = person.id
      world.invitations.set(id, { id, organization, email, role, inviter, expiresAt, token: null })
    },
  }
}

/** An administrator takes an invitation back. */
export function revokeInvitation(ruling: Ruling, act: ActOf<'revokeInvitation'>): Expectation {
  const { world, now } = ruling
  const actor = administratorOf(ruling, act)
  if (typeof actor === 'string') return refuses(actor)
  const found = world.invitations.get(act.invitation)
  if (found?.organization !== actor.person.organization) return refuses('not_found')
  const isOld = now >= found.expiresAt
  const apply = () => void world.invitations.delete(found.id)
  return { allows: ['invitation_revoked', ...(isOld ? ['refused not_found'] : [])], apply }
}

/** An administrator gives a role, keeps a member out, or lets them in again. */
export function changeMember(ruling: Ruling, act: ActOf<'changeMember'>): Expectation {
  const found = memberFor(ruling, act)
  if (typeof found === 'string') return refuses(found)
  const { member, session } = found
  const before = { role: member.role, disabled: member.disabled }
  const after = { role: act.role ?? before.role, disabled: act.disabled ?? before.disabled }
  const administers = (one: typeof before) => one.role === 'company_admin' && !one.disabled
  if (!administers(after) && isLastAdministrator(ruling.world, member)) {
    return refuses('last_administrator')
  }
  const isRaised = administers(after) && !administers(before)
  if (isRaised && !isRecent(ruling, session)) return refuses('recent_login_required')
  return {
    allows: ['member'],
    apply() {
      Object.assign(member, after)
      if (after.disabled && !before.disabled) signOut(ruling.world, member)
      else if (after.role !== before.role) outdate(ruling, member)
    },
  }
}

/** A member is gone, signed out at once. */
export function removeMember(ruling: Ruling, act: OnMember): Expectation {
  const found = memberFor(ruling, act)
  if (typeof found === 'string') return refuses(found)
  const { member } = found
  if (isLastAdministrator(ruling.world, member)) return refuses('last_administrator')
  return { allows: ['member_removed'], apply: () => remove(ruling.world, member) }
}

/** A member is signed out everywhere. */
export function endMemberSessions(ruling: Ruling, act: OnMember): Expectation {
  const found = memberFor(ruling, act)
  if (typeof found === 'string') return refuses(found)
  return { allows: ['member_sessions_ended'], apply: () => signOut(ruling.world, found.member) }
}

/** Codes for browsers, on or off; off needs a recent login. */
export function setCodes(ruling: Ruling, act: ActOf<'setCodes'>): Expectation {
  const actor = administratorOf(ruling, act)
  if (typeof actor === 'string') return refuses(actor)
  const organization = ruling.world.organizations.get(actor.person.organization)
  if (organization?.codes && !act.codes && !isRecent(ruling, actor.session)) {
    return refuses('recent_login_required')
  }
  const apply = () => void (organization && Object.assign(organization, { codes: act.codes }))
  return { allows: ['organization'], apply }
}

/** All are signed out, and may not sign in, until it is taken back or removed. */
export function closeOrganization(ruling: Ruling, act: ActOf<'closeOrganization'>): Expectation {
  const { world, now } = ruling
  const actor = administratorOf(ruling, act)
  if (typeof actor === 'string') return refuses(actor)
  const organization = world.organizations.get(actor.person.organization)
  if (!isRecent(ruling, actor.session)) return refuses('recent_login_required')
  return {
    allows: ['organization_closed'],
    apply() {
      if (!organization) return
      organization.closesAt = now + lasts.closing
      for (const member of membersOf(world, organization.id)) signOut(world, member)
    },
  }
}

/** One of those who administered it takes it back, once. */
export function reopenOrganization(ruling: Ruling, act: ActOf<'reopenOrganization'>): Expectation {
  const { world, now } = ruling
  const link = world.links.get(act.link)
  const person = world.people.get(link?.person ?? '')
  const organization = world.organizations.get(person?.organization ?? '')
  const isGood = link?.kind === 'reopen' && now < link.expiresAt && organization?.closesAt !== null
  if (!isGood || !organization || person?.role !== 'company_admin' || person.disabled) {
    return refuses('verification_token_invalid')
  }
  return {
    allows: ['organization_reopened'],
    apply() {
      for (const { id } of membersOf(world, organization.id)) dropLinks(world, id, 'reopen')
      organization.closesAt = null
    },
  }
}

function memberFor(ruling: Ruling, act: OnMember) {
  const actor = administratorOf(ruling, act)
  if (typeof actor === 'string') return actor
  const member = ruling.world.people.get(act.person)
  if (member?.organization !== actor.person.organization) return 'not_found'
  return { member, session: actor.session }
}

function outdate({ world, now }: Ruling, member: Person): void {
  if (!mayAct(world, member)) return
  for (const session of sessionsOf(world, member)) {
    if (now < session.expiresAt) session.staleAt = Math.max(now, session.issuedAt)
  }
}
