import type { Session } from '../records/session.ts'

/** The two states of the login flow that an access token can stand for, by our records. */
export type SessionState =
  | { readonly kind: 'authenticated'; readonly session: Session }
  | { readonly kind: 'logged_out' }

/** The state of the holder of an access token. @param session The session as stored now. */
export function sessionState(session: Session | undefined): SessionState {
  return session && !session.endedAt ? { kind: 'authenticated', session } : { kind: 'logged_out' }
}
