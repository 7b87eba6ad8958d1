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
  /** A `Session.loginId` that goes on, though sessions that came of it end. */
  readonly keptLogin?: string
}

/**
 * Ends sessions at once, logged-out ones too, whose access tokens may still be good: no token of them
 * is let through, and no session token of the logins that they came of.
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

/** Makes the access tokens of an account stale: they are to be renewed, with its rights as they are now. */
export async function outdateTokens(
  { ports: { clock }, tx }: Pick<Ender, 'ports' | 'tx'>,
  accountId: string,
): Promise<void> {
  const sessions = await tx.sessions.listOfAccount(accountId)
  await tx.endings.add(endingsOf(sessions, 'stale', clock.now()))
}

/** One for each session of which a token may still live. */
export function endingsOf(
  sessions: readonly Session[],
  kind: Ending['kind'],
  now: Date,
): readonly Ending[] {
  return sessions
    .filter(({ expiresAt }) => now < expiresAt)
    .map((session) => endingOf(session, kind, now))
}
