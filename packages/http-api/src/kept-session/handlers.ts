import type { Auth } from '@gatehouse/auth-core'
import type { Handlers } from '../operations/handler.ts'
import type { keptOperations } from './operations.ts'

type KeptOperationName = keyof typeof keptOperations

/** Turns requests of browsers that keep a session into commands of the core; makes no decisions. */
export function createKeptHandlers(
  auth: Pick<Auth, KeptOperationName>,
): Pick<Handlers, KeptOperationName> {
  return {
    keepSession: (_, { token, from }) => auth.keepSession({ token, from }),
    resumeSession: (_, { keptToken, from }) => auth.resumeSession({ keptToken, from }),
    forgetSession: (_, { keptToken, from }) => auth.forgetSession({ keptToken, from }),
  }
}
