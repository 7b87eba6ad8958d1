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
  const logins = new Set(sessions.map(({ loginId }) => loginId))
  for (const kept of ['', keptLogin]) logins.delete(kept)
  await tx.endings.add([
    ...endingsOf(sessions, 'ended', now),
    ...[...logins].map((loginId) => endingOfLogin(loginId, settings, now)),
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

/** One ending for each session that may have a valid token. */
export function endingsOf(
  sessions: readonly Session[],
  kind: Ending['kind'],
  now: Date,
): readonly Ending[] {
  return sessions
    .filter(({ expiresAt }) => now < expiresAt)
    .map((session) => endingOf(session, kind, now))
}
