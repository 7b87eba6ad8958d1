import type { Auth } from '@gatehouse/auth-core'
import type { Handlers } from '../operations/handler.ts'
import type { introspectionOperations } from './operations.ts'

type IntrospectionOperationName = keyof typeof introspectionOperations

/** Turns requests of backends into commands of the core; makes no decisions. */
export function createIntrospectionHandlers(
  auth: Pick<Auth, IntrospectionOperationName>,
): Pick<Handlers, IntrospectionOperationName> {
  return {
    introspect: ({ token }, { token: secret, from }) => auth.introspect({ token, secret, from }),
  }
}
