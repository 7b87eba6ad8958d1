import type { Auth, Requester } from '@gatehouse/auth-core'
import type * as v from 'valibot'
import type * as requests from './requests.ts'

/** What these routes take beside a body. */
interface Call {
  readonly from: Requester
  readonly token: string
  readonly tenantId: string | undefined
}

/** What those take that are about one invitation. */
interface CallOfOne extends Call {
  readonly path: { readonly id: string }
}

interface ListCall extends Call {
  readonly query: v.InferOutput<typeof requests.listInvitationsQuery>
}

/** The use cases of invitations. */
type InvitationUseCase =
  | 'invite'
  | 'listInvitations'
  | 'resendInvitation'
  | 'revokeInvitation'
  | 'readInvitation'
  | 'acceptInvitation'

/** Turns the wire's words about invitations into commands; decides nothing. */
export function createInvitationHandlers(auth: Pick<Auth, InvitationUseCase>) {
  return {
    listInvitations: (_: undefined, { token, tenantId, query, from }: ListCall) =>
      auth.listInvitations({ token, tenantId, ...query, from }),
    invite: (body: v.InferOutput<typeof requests.inviteBody>, { token, tenantId, from }: Call) =>
      auth.invite({
        token,
        tenantId,
        email: body.email,
        role: body.role,
        machineRole: body.machine_role,
        groups: body.groups,
        from,
      }),
    resendInvitation: (_: undefined, { token, tenantId, path: { id }, from }: CallOfOne) =>
      auth.resendInvitation({ token, tenantId, id, from }),
    revokeInvitation: (_: undefined, { token, tenantId, path: { id }, from }: CallOfOne) =>
      auth.revokeInvitation({ token, tenantId, id, from }),
    readInvitation: (
      { token }: v.InferOutput<typeof requests.readInvitationBody>,
      { from }: Call,
    ) => auth.readInvitation({ token, from }),
    acceptInvitation: (body: v.InferOutput<typeof requests.acceptInvitationBody>, { from }: Call) =>
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
