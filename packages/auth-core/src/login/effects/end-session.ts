import { endingOf, endingOfLogin } from '../../endings/ending-of.ts'
import type { StepWork } from '../login-work.ts'
import type { Effect } from '../machine-types.ts'

/**
 * Ends a session: its tokens are not renewed any more, and its login opens no other organization. Its access
 * tokens stay valid until they expire, unless the operator's settings end them.
 */
export async function endSession(
  { ports, settings, tx }: StepWork,
  { session }: Effect<'end_session'>,
): Promise<void> {
  const now = ports.clock.now()
  await tx.sessions.update({ ...session, endedAt: now })
  await tx.endings.add([
    ...(session.loginId === '' ? [] : [endingOfLogin(session, settings, now)]),
    ...(settings.logoutEndsTokens ? [endingOf(session, 'ended', now)] : []),
  ])
}
