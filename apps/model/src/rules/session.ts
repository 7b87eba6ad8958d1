import type { ActOf } from '../act.ts'
import { type Expectation, type Ruling, refuses } from '../expectation.ts'
import {
  dropLinks,
  endSession as end,
  isLastAdministrator,
  type Person,
  remove,
  type Session,
  sessionsOf,
  voidProofs,
} from '../world.ts'
import { holdTo, seconds } from './login.ts'
import { actorOf, lasts, maySignIn, refusalThoughEnded } from './tokens.ts'

/** A session goes on as long as it may, with the rights of now. */
export function refresh(
  ruling: Ruling,
  { token }: ActOf<'refresh'> | ActOf<'logOut'>,
): Expectation {
  const { world, now } = ruling
  const refusal = refusalThoughEnded(ruling, token)
  if (refusal !== null) return refuses(refusal)
  const session = world.sessions.get(world.tokens.get(token)?.session ?? '')
  const person = world.people.get(session?.person ?? '')
  const isTooOld = now >= (session?.authTime ?? 0) + lasts.session
  if (!session || session.isOver || isTooOld || !maySignIn(ruling, person)) {
    return refuses('session_ended')
  }
  return {
    allows: ['refreshed'],
    apply(seen) {
      const issued = Math.max(now, (session.staleAt ?? 0) + 1)
      if (issued > session.issuedAt) {
        session.issuedAt = issued
        session.expiresAt = Math.max(session.expiresAt, issued + lasts.accessToken)
      }
      if (!seen?.claims) return
      const { claims, outcome } = seen
      const { issuedAt, expiresAt, sessionId, role } = claims
      const said = [sessionId, role, claims.source, seconds(issuedAt), seconds(expiresAt)]
      const { id, client } = session
      holdTo(said, [id, person.role, client, issued, issued + lasts.accessToken])
      const renewed = { session: id, issuedAt: issued, expiresAt: issued + lasts.accessToken, role }
      world.tokens.set(outcome.token as string, renewed)
    },
  }
}

/** The session is renewed no more, and its login opens nothing else. */
export function logOut(ruling: Ruling, { token }: ActOf<'refresh'> | ActOf<'logOut'>): Expectation {
  const { world, settings } = ruling
  const refusal = refusalThoughEnded(ruling, token)
  if (refusal !== null) return refuses(refusal)
  const session = world.sessions.get(world.tokens.get(token)?.session ?? '')
  return {
    allows: ['logged_out'],
    apply() {
      if (!session || session.isOver) return
      session.isOver = true
      if (settings.logoutEndsTokens) session.hasEnded = true
      world.endedLogins.add(session.login)
    },
  }
}

/** One of one's own sessions ends. */
export function endSession(ruling: Ruling, act: ActOf<'endSession'>): Expectation {
  const { world } = ruling
  const actor = actorOf(ruling, act.token)
  if (typeof actor === 'string') return refuses(actor)
  const session = world.sessions.get(act.session)
  if (session?.person !== actor.person.id) return refuses('not_found')
  const kept = session.id === actor.session.id ? null : actor.session
  const apply = () => endEach(ruling, [session], kept)
  // What has long expired may not be on record any more.
  const isOld = ruling.now >= session.expiresAt
  return { allows: ['session_ended', ...(isOld ? ['refused not_found'] : [])], apply }
}

/** All of one's own sessions end but this one. */
export function endOtherSessions(ruling: Ruling, act: ActOf<'endOtherSessions'>): Expectation {
  const actor = actorOf(ruling, act.token)
  if (typeof actor === 'string') return refuses(actor)
  return { allows: ['other_sessions_ended'], apply: () => endOthers(ruling, actor) }
}

/** The new password holds; whatever else was opened by the old one is closed. */
export function changePassword(ruling: Ruling, act: ActOf<'changePassword'>): Expectation {
  const { world } = ruling
  const actor = actorOf(ruling, act.token)
  if (typeof actor === 'string') return refuses(actor)
  const { person } = actor
  if (act.password !== person.password) return refuses('invalid_credentials')
  return {
    allows: ['password_changed'],
    apply() {
      person.password = act.newPassword
      voidProofs(world, person)
      endOthers(ruling, actor)
      dropLinks(world, person.id, 'reset')
    },
  }
}

/** One's own account is gone. */
export function deleteMe(ruling: Ruling, act: ActOf<'deleteMe'>): Expectation {
  const { world } = ruling
  const actor = actorOf(ruling, act.token)
  if (typeof actor === 'string') return refuses(actor)
  const { person } = actor
  if (isLastAdministrator(world, person)) return refuses('last_administrator')
  if (act.password !== person.password) return refuses('invalid_credentials')
  return { allows: ['account_deleted'], apply: () => remove(world, person) }
}

function endOthers(
  ruling: Ruling,
  { person, session }: { readonly person: Person; readonly session: Session },
): void {
  const others = sessionsOf(ruling.world, person).filter(({ id }) => id !== session.id)
  endEach(ruling, others, session)
}

function endEach({ world }: Ruling, sessions: readonly Session[], kept: Session | null): void {
  for (const session of sessions) {
    end(session)
    if (session.login !== kept?.login) world.endedLogins.add(session.login)
  }
}
