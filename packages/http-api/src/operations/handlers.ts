import type { Auth } from '@gatehouse/auth-core'
import { createAuditHandlers } from '../audit/handlers.ts'
import { createIntrospectionHandlers } from '../introspection/handlers.ts'
import { createInvitationHandlers } from '../invitations/handlers.ts'
import { createKeptHandlers } from '../kept-session/handlers.ts'
import { createLoginHandlers } from '../login/handlers.ts'
import { createMeHandlers } from '../me/handlers.ts'
import { createMemberHandlers } from '../members/handlers.ts'
import { createOrganizationHandlers } from '../organization/handlers.ts'
import { createResetHandlers } from '../password-reset/handlers.ts'
import { createRegistrationHandlers } from '../registration/handlers.ts'
import { createSessionHandlers } from '../session/handlers.ts'
import type { Handlers } from './handler.ts'
import type { OperationName } from './operations.ts'

/** Turns requests into commands of the core; makes no decisions. */
export function createHandlers(auth: Pick<Auth, OperationName>): Handlers {
  return {
    ...createRegistrationHandlers(auth),
    ...createLoginHandlers(auth),
    ...createSessionHandlers(auth),
    ...createKeptHandlers(auth),
    ...createResetHandlers(auth),
    ...createOrganizationHandlers(auth),
    ...createMemberHandlers(auth),
    ...createInvitationHandlers(auth),
    ...createMeHandlers(auth),
    ...createIntrospectionHandlers(auth),
    ...createAuditHandlers(auth),
  }
}
