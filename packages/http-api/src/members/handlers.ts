import type { Auth } from '@gatehouse/auth-core'
import type { Handlers } from '../operations/handler.ts'
import type { memberOperations } from './operations.ts'

type Name = keyof typeof memberOperations

/** The handlers for the operations on members, and for deleting one's own account. */
export function createMemberHandlers(auth: Pick<Auth, Name>): Pick<Handlers, Name> {
  return {
    listMembers: (_, { token, tenantId, query, from }) =>
      auth.listMembers({ token, tenantId, ...query, from }),
    readMember: (_, { token, tenantId, path, from }) =>
      auth.readMember({ token, tenantId, accountId: path.user_id, from }),
    changeMember: ({ machine_role, ...body }, { token, tenantId, path, from }) =>
      auth.changeMember({
        token,
        tenantId,
        accountId: path.user_id,
        ...body,
        machineRole: machine_role,
        from,
      }),
    removeMember: (_, { token, tenantId, path, from }) =>
      auth.removeMember({ token, tenantId, accountId: path.user_id, from }),
    endMemberSessions: (_, { token, tenantId, path, from }) =>
      auth.endMemberSessions({ token, tenantId, accountId: path.user_id, from }),
    deleteMe: ({ current_password }, { token, from }) =>
      auth.deleteMe({ token, currentPassword: current_password, from }),
    listOrganizations: (_, { token, query, from }) =>
      auth.listOrganizations({ token, ...query, from }),
  }
}
