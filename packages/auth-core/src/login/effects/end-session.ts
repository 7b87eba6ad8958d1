import { endingOf, endingOfLogin } from '../../endings/ending-of.ts'
import type { StepWork } from '../login-work.ts'
import type { Effect } from '../machine-types.ts'

/**
 * Ends a session: none of its tokens is renewed any more, and the login that it came of opens
 * nothing else. Its access tokens stay good until they expire, unless the operator has it otherwise.
 */
export async function endSession(
  { ports, settings, tx }: StepWork,
  { session }: Effect<'end_session'>,
): Promise<void> {
  const now = ports.clock.now()
  await tx.sessions.update({ ...session, endedAt: now })
  await tx.endings.add([
    ...(session.loginId === '' ? [] : [endingOfLogin(session.loginId, settings, now)]),
    ...(settings.logoutEndsTokens ? [endingOf(session, 'ended', now)] : []),
  ])
}
