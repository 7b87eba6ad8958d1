import type { Session } from '../records/session.ts'

/** Two states of the login flow: what an access token still stands for, by our records. */
export type SessionState =
  | { readonly kind: 'authenticated'; readonly session: Session }
  | { readonly kind: 'logged_out' }

/** The state that the holder of an access token is in. @param session As it is on record now. */
export function sessionState(session: Session | undefined): SessionState {
  return session && !session.endedAt ? { kind: 'authenticated', session } : { kind: 'logged_out' }
}
