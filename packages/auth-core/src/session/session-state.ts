import type { State } from '../login/machine-types.ts'
import type { Session } from '../records/session.ts'

/** Where the holder of an access token stands, as our records have its session now. */
export function sessionState(
  session: Session | undefined,
): State<'authenticated'> | State<'logged_out'> {
  return session && !session.endedAt ? { kind: 'authenticated', session } : { kind: 'logged_out' }
}
