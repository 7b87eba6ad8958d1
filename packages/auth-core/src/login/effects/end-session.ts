import type { StepWork } from '../login-work.ts'
import type { Effect } from '../machine-types.ts'

/** Ends a session: none of its tokens is renewed any more. */
export async function endSession(
  { ports, tx }: StepWork,
  { session }: Effect<'end_session'>,
): Promise<void> {
  await tx.sessions.update({ ...session, endedAt: ports.clock.now() })
}
