import type { Auth } from '@gatehouse/auth-core'
import type { Handlers } from '../operations/handler.ts'
import type { sessionOperations } from './operations.ts'

type SessionOperationName = keyof typeof sessionOperations

/** Turns requests to renew or end a session into commands of the core; makes no decisions. */
export function createSessionHandlers(
  auth: Pick<Auth, SessionOperationName>,
): Pick<Handlers, SessionOperationName> {
  return {
    refresh: ({ token }, { from }) => auth.refresh({ token, from }),
    logOut: (_, { token, from }) => auth.logOut({ token, from }),
  }
}
