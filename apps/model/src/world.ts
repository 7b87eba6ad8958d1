/** What is true, as far as the model can tell: who may be where. Moments are epoch seconds. */
import type { ClientType, Role } from '@gatehouse/auth-core/ports'

/** An organization. */
export interface Organization {
  readonly id: string
  codes: boolean
  /** When it is removed; `null` while it is open. */
  closesAt: number | null
}

/** One person in one organization. */
export interface Person {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly organization: string
  readonly since: number
  password: string
  confirmed: boolean
  disabled: boolean
  role: Role
  /** Whatever was proven under another version is void. */
  version: number
  /** The first API key: its text, empty once revoked, `null` until it was seen. */
  firstKey: string | null
}

/** A sign-in in one organization. */
export interface Session {
  readonly id: string
  readonly person: string
  readonly login: string
  readonly client: ClientType
  readonly authTime: number
  /** It is not renewed any more. */
  isOver: boolean
  /** No token of it is let through. */
  hasEnded: boolean
  /** What was issued until then is to be renewed. */
  staleAt: number | null
  issuedAt: number
  expiresAt: number
}

/** An access token. */
export interface AccessToken {
  readonly session: string
  readonly issuedAt: number
  readonly expiresAt: number
  /** What it says of its holder. */
  readonly role: Role
}

/** What a login has proven. */
export interface Proof {
  readonly login: string
  readonly client: ClientType
  readonly authTime: number
  readonly people: readonly { readonly id: string; readonly version: number }[]
}

/** A code that is waited for. */
export interface Challenge {
  /** `null` until its mail was seen. */
  code: string | null
  readonly createdAt: number
  readonly expiresAt: number
  network: string
  proof: Proof
  ownerGuesses: number
  strangerGuesses: number
}

/** The link of a mail. */
export interface Link {
  readonly kind: 'verify' | 'reset' | 'reopen'
  readonly person: string
  readonly createdAt: number
  readonly expiresAt: number
}

/** An invitation that is open, unless one who may send it no longer stands behind it. */
export interface Invitation {
  readonly id: string
  readonly organization: string
  readonly email: string
  readonly role: Role
  readonly inviter: string
  readonly expiresAt: number
  /** `null` until its mail was seen. */
  token: string | null
}

/** An API key beside the first. */
export interface Key {
  readonly id: string
  readonly person: string
  readonly createdAt: number
  readonly expiresAt: number | null
}

/** All of it. Plain data, so that one world can be copied into two. */
export interface World {
  readonly organizations: Map<string, Organization>
  readonly people: Map<string, Person>
  readonly sessions: Map<string, Session>
  readonly tokens: Map<string, AccessToken>
  /** By the session token. */
  readonly proofs: Map<string, Proof & { readonly expiresAt: number }>
  readonly endedLogins: Set<string>
  readonly challenges: Map<string, Challenge>
  /** When code mails were sent to each person. */
  readonly codeMails: Map<string, number[]>
  readonly links: Map<string, Link>
  readonly invitations: Map<string, Invitation>
  /** By their texts. */
  readonly keys: Map<string, Key>
}

/** A world without people and organizations. */
export function emptyWorld(): World {
  return {
    organizations: new Map(),
    people: new Map(),
    sessions: new Map(),
    tokens: new Map(),
    proofs: new Map(),
    endedLogins: new Set(),
    challenges: new Map(),
    codeMails: new Map(),
    links: new Map(),
    invitations: new Map(),
    keys: new Map(),
  }
}

/** Whether a person may act: kept out by no administrator, in an organization that is open. */
export function mayAct(world: World, person: Person | undefined): person is Person {
  return (
    person !== undefined &&
    !person.disabled &&
    world.organizations.get(person.organization)?.closesAt === null
  )
}

/** All members of an organization. */
export function membersOf(world: World, organization: string): readonly Person[] {
  return [...world.people.values()].filter((one) => one.organization === organization)
}

/** Whether an organization would have no administrator without this one. */
export function isLastAdministrator(world: World, person: Person): boolean {
  const administers = (one: Person) => one.role === 'company_admin' && !one.disabled
  const others = membersOf(world, person.organization).filter(({ id }) => id !== person.id)
  return administers(person) && !others.some(administers)
}

/** Ends everything that a person is signed in with, and what they have proven. */
export function signOut(world: World, person: Person): void {
  voidProofs(world, person)
  for (const session of sessionsOf(world, person)) endSession(session)
}

/** The same without the sessions. */
export function voidProofs(world: World, person: Person): void {
  person.version += 1
  world.challenges.delete(person.id)
}

/** All sessions of a person. */
export function sessionsOf(world: World, { id }: Person): readonly Session[] {
  return [...world.sessions.values()].filter(({ person }) => person === id)
}

/** Ends a session with its access tokens. */
export function endSession(session: Session): void {
  session.isOver = true
  session.hasEnded = true
}

/** Removes the links of one kind that a person was mailed. */
export function dropLinks(world: World, person: string, kind: Link['kind']): void {
  for (const [token, link] of world.links) {
    if (link.person === person && link.kind === kind) world.links.delete(token)
  }
}

/** Replaces all API keys of a person. */
export function replaceKeys(world: World, person: Person): void {
  person.firstKey = null
  for (const [text, key] of world.keys) if (key.person === person.id) world.keys.delete(text)
}

/** A person is gone, with all that was theirs. */
export function remove(world: World, person: Person): void {
  signOut(world, person)
  replaceKeys(world, person)
  for (const kind of ['verify', 'reset', 'reopen'] as const) dropLinks(world, person.id, kind)
  world.people.delete(person.id)
}

/** An organization is gone, with all its members. */
export function removeOrganization(world: World, id: string): void {
  for (const person of membersOf(world, id)) remove(world, person)
  for (const [key, invitation] of world.invitations) {
    if (invitation.organization === id) world.invitations.delete(key)
  }
  world.organizations.delete(id)
}
