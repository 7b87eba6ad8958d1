import type { Auth } from '@gatehouse/auth-core'
import type { Handlers } from '../operations/handler.ts'
import type { invitationOperations } from './operations.ts'

type Name = keyof typeof invitationOperations

/** The handlers for the operations on invitations. */
export function createInvitationHandlers(auth: Pick<Auth, Name>): Pick<Handlers, Name> {
  return {
    listInvitations: (_, { token, tenantId, query, from }) =>
      auth.listInvitations({ token, tenantId, ...query, from }),
    invite: (body, { token, tenantId, from }) =>
      auth.invite({
        token,
        tenantId,
        email: body.email,
        role: body.role,
        machineRole: body.machine_role,
        groups: body.groups,
        from,
      }),
    resendInvitation: (_, { token, tenantId, path: { id }, from }) =>
      auth.resendInvitation({ token, tenantId, id, from }),
    revokeInvitation: (_, { token, tenantId, path: { id }, from }) =>
      auth.revokeInvitation({ token, tenantId, id, from }),
    readInvitation: ({ token }, { from }) => auth.readInvitation({ token, from }),
    acceptInvitation: (body, { from }) =>
      auth.acceptInvitation({
        token: body.token,
        username: body.username,
        password: body.password,
        firstName: body.first_name,
        lastName: body.last_name,
        from,
      }),
  }
}
