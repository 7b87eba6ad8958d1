import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Ending } from '../records/ending.ts'
import type { Session } from '../records/session.ts'
import type { AuthSettings } from '../settings.ts'
import { endingOf, endingOfLogin } from './ending-of.ts'

/** What ending a session needs. */
interface Ender {
  readonly ports: Pick<Ports, 'clock'>
  readonly settings: Pick<AuthSettings, 'sessionTokenSeconds' | 'otpSeconds'>
  readonly tx: Transaction
  /** A `Session.loginId` that goes on although its sessions end. */
  readonly keptLogin?: string
}

/**
 * Ends sessions at once. Logged-out sessions are included, because their access tokens may still be valid.
 * After that, no access token of the sessions and no session token of their logins is accepted.
 */
export async function endSessions(
  { ports: { clock }, settings, tx, keptLogin = '' }: Ender,
  sessions: readonly Session[],
): Promise<void> {
  const now = clock.now()
  await tx.endings.add([
    ...endingsOf(sessions, 'ended', now),
    ...newestOfLogins(sessions, keptLogin).map((session) => endingOfLogin(session, settings, now)),
  ])
  for (const session of sessions) {
    if (!session.endedAt) await tx.sessions.update({ ...session, endedAt: now })
  }
}

/**
 * Makes the access tokens of an account stale: clients have to refresh them, and get the rights as they are
 * now.
 */
export async function outdateTokens(
  { ports: { clock }, tx }: Pick<Ender, 'ports' | 'tx'>,
  accountId: string,
): Promise<void> {
  const sessions = await tx.sessions.listOfAccount(accountId)
  await tx.endings.add(endingsOf(sessions, 'stale', clock.now()))
}

/**
 * One ending for each session, of those too whose tokens seem to have expired: by the clocks of others they may be
 * valid.
 */
export function endingsOf(
  sessions: readonly Session[],
  kind: Ending['kind'],
  now: Date,
): readonly Ending[] {
  return sessions.map((session) => endingOf(session, kind, now))
}

/** Of each login the session with the newest token, without those that go on or are not known. */
function newestOfLogins(sessions: readonly Session[], keptLogin: string): readonly Session[] {
  const newest = new Map<string, Session>()
  for (const session of sessions) {
    const known = newest.get(session.loginId)
    if (!known || known.issuedAt < session.issuedAt) newest.set(session.loginId, session)
  }
  for (const kept of ['', keptLogin]) newest.delete(kept)
  return [...newest.values()]
}
