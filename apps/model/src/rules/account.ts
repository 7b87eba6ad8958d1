import type { ActOf } from '../act.ts'
import { type Expectation, type Ruling, refuses } from '../expectation.ts'
import { dropLinks, mayAct, type Person, replaceKeys, signOut } from '../world.ts'
import { actorOf, openInvitation, refusalOf } from './tokens.ts'

/** An organization with its first administrator, whose address is not confirmed. */
export function signUp(ruling: Ruling, act: ActOf<'signUp'>): Expectation {
  const { world, now, settings } = ruling
  const id = act.organization.toLowerCase()
  const taken = [
    ...(isTaken(ruling, act.username) ? ['username_taken'] : []),
    ...(world.organizations.has(id) ? ['organization_taken'] : []),
  ]
  if (taken.length > 0) return refuses(...taken)
  return {
    allows: ['signed_up'],
    apply(_seen, made) {
      world.organizations.set(id, { id, codes: settings.codesAtFirst, closesAt: null })
      const { username, email, password } = act
      const person = { id: made, username, email, password, organization: id, since: now }
      join(ruling, { ...person, confirmed: false, role: 'company_admin' })
    },
  }
}

/** The member whom an invitation was for, as what it says, with a confirmed address. */
export function acceptInvitation(ruling: Ruling, act: ActOf<'acceptInvitation'>): Expectation {
  const { world, now } = ruling
  const invitation = openInvitation(ruling, act.link)
  if (!invitation) return refuses('invitation_invalid')
  if (isTaken(ruling, act.username)) return refuses('username_taken')
  return {
    allows: ['invitation_accepted'],
    apply(_seen, made) {
      const { username, password } = act
      const { organization, email, role } = invitation
      const person = { id: made, username, email, password, organization, since: now }
      join(ruling, { ...person, confirmed: true, role })
      world.invitations.delete(invitation.id)
    },
  }
}

/** An address is confirmed by a link and by something that only the person has. */
export function verifyEmail(ruling: Ruling, act: ActOf<'verifyEmail'>): Expectation {
  const { world } = ruling
  const person = personOfLink(ruling, act.link, 'verify')
  if (act.newPassword !== undefined) return claim(ruling, person, act.newPassword)
  const refusal =
    act.password === undefined
      ? refusalBySession(ruling, person, act.token ?? '')
      : refusalByPassword(person, act.password)
  if (refusal !== null || !person) return refuses(refusal ?? 'verification_token_invalid')
  return {
    allows: ['email_verified'],
    apply() {
      person.confirmed = true
      dropLinks(world, person.id, 'verify')
    },
  }
}

function refusalByPassword(person: Person | undefined, password: string): string | null {
  if (!person) return 'verification_token_invalid'
  return password === person.password ? null : 'invalid_credentials'
}

function refusalBySession(
  ruling: Ruling,
  person: Person | undefined,
  token: string,
): string | null {
  const { world } = ruling
  const refusal = refusalOf(ruling, token)
  if (refusal !== null || !person) return refusal
  const session = world.sessions.get(world.tokens.get(token)?.session ?? '')
  if (session?.person !== person.id) return 'forbidden'
  return typeof actorOf(ruling, token) === 'string' ? 'session_ended' : null
}

function claim(ruling: Ruling, person: Person | undefined, password: string): Expectation {
  if (!person || person.confirmed) return refuses('verification_token_invalid')
  return {
    allows: ['email_verified'],
    apply: () => takeOver(ruling, person, password),
  }
}

/** A new password closes all that the old one had opened; it confirms an address, as a claim does. */
export function resetPassword(ruling: Ruling, act: ActOf<'resetPassword'>): Expectation {
  const { world } = ruling
  const person = personOfLink(ruling, act.link, 'reset')
  if (!person) return refuses('reset_token_invalid')
  return {
    allows: ['password_reset'],
    apply() {
      if (person.confirmed) {
        person.password = act.newPassword
        signOut(world, person)
      } else takeOver(ruling, person, act.newPassword)
      dropLinks(world, person.id, 'reset')
    },
  }
}

function takeOver({ world }: Ruling, person: Person, password: string): void {
  person.password = password
  person.confirmed = true
  signOut(world, person)
  replaceKeys(world, person)
  dropLinks(world, person.id, 'verify')
}

/** Whose link it is, unless it has expired, was spent, is for something else, or they are kept out. */
export function personOfLink(
  { world, now }: Ruling,
  text: string,
  kind: 'verify' | 'reset',
): Person | undefined {
  const link = world.links.get(text)
  if (link?.kind !== kind || now >= link.expiresAt) return undefined
  const person = world.people.get(link.person)
  return mayAct(world, person) ? person : undefined
}

function isTaken({ world }: Ruling, username: string): boolean {
  return [...world.people.values()].some((one) => one.username === username)
}

function join({ world }: Ruling, person: Omit<Person, 'disabled' | 'version' | 'firstKey'>): void {
  if (person.id === '') throw new TypeError('there is no such account')
  world.people.set(person.id, { ...person, disabled: false, version: 1, firstKey: null })
}
