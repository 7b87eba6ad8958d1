import type { Ruling } from '../expectation.ts'
import {
  type AccessToken,
  type Invitation,
  mayAct,
  type Person,
  type Proof,
  type Session,
} from '../world.ts'

/** How long things last, in seconds: the defaults of the service. */
export const lasts = {
  accessToken: 86_400,
  sessionToken: 900,
  session: 30 * 86_400,
  code: 300,
  codeReuse: 30,
  codeMails: 900,
  reset: 1800,
  verification: 7 * 86_400,
  invitation: 7 * 86_400,
  closing: 7 * 86_400,
  recent: 600,
  unconfirmed: 7 * 86_400,
} as const

/** Whether a token is let through to the backend: `null`, or why not. */
export function refusalOf(ruling: Ruling, text: string): string | null {
  return refusalThoughEnded(ruling, text) ?? refusalOfSession(ruling, text)
}

/** The same, whatever became of its session. */
export function refusalThoughEnded({ world, now }: Ruling, text: string): string | null {
  const token = world.tokens.get(text)
  // Clocks of two replicas may differ by five seconds.
  if (!token || now < token.issuedAt - 5) return 'token_invalid'
  return now < token.expiresAt ? null : 'token_expired'
}

function refusalOfSession({ world }: Ruling, text: string): string | null {
  const { session: id, issuedAt } = world.tokens.get(text) as AccessToken
  const session = world.sessions.get(id)
  if (!session || session.hasEnded) return 'session_ended'
  return session.staleAt !== null && issuedAt <= session.staleAt ? 'token_stale' : null
}

/** Who acts with a token, by the records, or why they may not. */
export function actorOf(
  ruling: Ruling,
  text: string,
): { readonly person: Person; readonly session: Session } | string {
  const { world } = ruling
  const refusal = refusalOf(ruling, text)
  if (refusal !== null) return refusal
  const session = world.sessions.get(world.tokens.get(text)?.session ?? '')
  if (!session || session.isOver) return 'session_ended'
  const person = world.people.get(session.person)
  return mayAct(world, person) ? { person, session } : 'forbidden'
}

/** Who administers their own organization with a token, or why they may not. */
export function administratorOf(
  ruling: Ruling,
  { token, organization }: { readonly token: string; readonly organization?: string },
): { readonly person: Person; readonly session: Session } | string {
  const actor = actorOf(ruling, token)
  if (typeof actor === 'string') return actor
  const { role, organization: own } = actor.person
  return role === 'company_admin' && (organization ?? own) === own ? actor : 'forbidden'
}

/** Whether a credential was checked lately. */
export function isRecent({ now }: Ruling, { authTime }: Session): boolean {
  return now <= authTime + lasts.recent
}

/** Whether a person may sign in. */
export function maySignIn(
  { world, settings }: Ruling,
  person: Person | undefined,
): person is Person {
  return mayAct(world, person) && (person.confirmed || !settings.confirmedOnly)
}

/** Whom a proof still opens. */
export function openedBy(ruling: Ruling, proof: Proof): readonly Person[] {
  const { world, now } = ruling
  if (world.endedLogins.has(proof.login) || now >= proof.authTime + lasts.session) return []
  return proof.people.flatMap(({ id, version }) => {
    const person = world.people.get(id)
    return maySignIn(ruling, person) && person.version === version ? [person] : []
  })
}

/** What a session token proves, unless it is none or has expired. */
export function proofOf({ world, now }: Ruling, sessionToken: string): Proof | undefined {
  const proof = world.proofs.get(sessionToken)
  return proof && now < proof.expiresAt ? proof : undefined
}

/** The invitation of a link, unless one who may send it no longer stands behind it. */
export function openInvitation({ world, now }: Ruling, link: string): Invitation | undefined {
  const found = [...world.invitations.values()].find(({ token }) => token === link)
  if (!found || now >= found.expiresAt) return undefined
  const inviter = world.people.get(found.inviter)
  const stands = mayAct(world, inviter) && inviter.confirmed && inviter.role === 'company_admin'
  return stands ? found : undefined
}
