import type { Auth } from '@gatehouse/auth-core'
import type { Handlers } from '../operations/handler.ts'
import type { meOperations } from './operations.ts'

type MeOperationName = keyof typeof meOperations

/** Turns requests about one's own account into commands of the core; makes no decisions. */
export function createMeHandlers(
  auth: Pick<Auth, MeOperationName>,
): Pick<Handlers, MeOperationName> {
  return {
    readMe: (_, { token, from }) => auth.readMe({ token, from }),
    changeMe: (body, { token, from }) =>
      auth.changeMe({ token, firstName: body.first_name, lastName: body.last_name, from }),
    changePassword: (body, { token, from }) =>
      auth.changePassword({
        token,
        currentPassword: body.current_password,
        newPassword: body.new_password,
        from,
      }),
    changeEmail: (body, { token, from }) =>
      auth.changeEmail({
        token,
        email: body.email,
        currentPassword: body.current_password,
        from,
      }),
    listSessions: (_, { token, from }) => auth.listSessions({ token, from }),
    endOtherSessions: (_, { token, from }) => auth.endOtherSessions({ token, from }),
    endSession: (_, { token, path, from }) => auth.endSession({ token, id: path.id, from }),
    listApiKeys: (_, { token, from }) => auth.listApiKeys({ token, from }),
    createApiKey: (body, { token, from }) =>
      auth.createApiKey({
        token,
        name: body.name,
        expiresInDays: body.expires_in_days,
        from,
      }),
    rotateApiKey: (body, { token, path, from }) =>
      auth.rotateApiKey({ token, id: path.id, overlapHours: body.overlap_hours ?? 0, from }),
    revokeApiKey: (_, { token, path, from }) => auth.revokeApiKey({ token, id: path.id, from }),
  }
}
