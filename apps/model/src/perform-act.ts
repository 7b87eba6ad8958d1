import type { Auth, Requester } from '@gatehouse/auth-core'
import type { Act, ActOf } from './act.ts'

type Outcome = { readonly kind: string; readonly refusal?: string }

/** What a request is sent with. */
interface Sending {
  readonly auth: Auth
  readonly from: Requester
}

/** Sends a request to the service. @param now When it arrives. */
export function performAct<Kind extends Act['kind']>(
  auth: Auth,
  act: ActOf<Kind>,
  now: Date,
): Promise<Outcome> {
  const { client, network } = act
  const from = { client, network, userAgent: 'model', requestId: 'request', receivedAt: now }
  const send: (sending: Sending, act: ActOf<Kind>) => Promise<Outcome> = senders[act.kind as Kind]
  return send({ auth, from }, act)
}

const senders: {
  readonly [Kind in Act['kind']]: (sending: Sending, act: ActOf<Kind>) => Promise<Outcome>
} = {
  signUp({ auth, from }, { username, email, password, organization: organizationName }) {
    const names = { firstName: 'Ada', lastName: 'Lovelace', companyName: `${organizationName} Ltd` }
    return auth.signUp({ username, email, password, organizationName, ...names, from })
  },
  verifyEmail: ({ auth, from }, { link: token, password, newPassword, token: accessToken }) =>
    auth.verifyEmail({ token, password, newPassword, accessToken, from }),
  logIn: ({ auth, from }, { email, password }) => auth.logIn({ email, password, from }),
  selectTenant: ({ auth, from }, { sessionToken, organization: tenantId }) =>
    auth.selectTenant({ sessionToken, tenantId, from }),
  verifyOtp: ({ auth, from }, { username, code, sessionToken }) =>
    auth.verifyOtp({ username, code, sessionToken, from }),
  refresh: ({ auth, from }, { token }) => auth.refresh({ token, from }),
  logOut: ({ auth, from }, { token }) => auth.logOut({ token, from }),
  forgotPassword: ({ auth, from }, { email }) => auth.forgotPassword({ email, from }),
  resetPassword: ({ auth, from }, { link: resetToken, newPassword }) =>
    auth.resetPassword({ resetToken, newPassword, from }),
  invite: (sending, act) => {
    const { email, role } = act
    return sending.auth.invite({ ...aimOf(sending, act), email, role })
  },
  revokeInvitation: (sending, act) =>
    sending.auth.revokeInvitation({ ...aimOf(sending, act), id: act.invitation }),
  acceptInvitation({ auth, from }, { link: token, username, password }) {
    const names = { firstName: 'Grace', lastName: 'Hopper' }
    return auth.acceptInvitation({ token, username, password, ...names, from })
  },
  changeMember(sending, act) {
    const { person: accountId, role, disabled } = act
    return sending.auth.changeMember({ ...aimOf(sending, act), accountId, role, disabled })
  },
  removeMember: (sending, act) =>
    sending.auth.removeMember({ ...aimOf(sending, act), accountId: act.person }),
  endMemberSessions: (sending, act) =>
    sending.auth.endMemberSessions({ ...aimOf(sending, act), accountId: act.person }),
  setCodes: (sending, act) =>
    sending.auth.changeOrganization({ ...aimOf(sending, act), otpEnabled: act.codes }),
  async closeOrganization(sending, act) {
    // The page shows the name, and a person types it.
    const read = await sending.auth.readOrganization(aimOf(sending, act))
    if (read.kind === 'refused') return read
    const confirm = read.tenant.name
    return sending.auth.closeOrganization({ ...aimOf(sending, act), confirm })
  },
  reopenOrganization: ({ auth, from }, { link: token }) => auth.reopenOrganization({ token, from }),
  createApiKey: ({ auth, from }, { token }) => auth.createApiKey({ token, name: 'a key', from }),
  revokeApiKey: ({ auth, from }, { token, key: id }) => auth.revokeApiKey({ token, id, from }),
  rotateApiKey: ({ auth, from }, { token, key: id, hours: overlapHours }) =>
    auth.rotateApiKey({ token, id, overlapHours, from }),
  endSession: ({ auth, from }, { token, session: id }) => auth.endSession({ token, id, from }),
  endOtherSessions: ({ auth, from }, { token }) => auth.endOtherSessions({ token, from }),
  changePassword: ({ auth, from }, { token, password: currentPassword, newPassword }) =>
    auth.changePassword({ token, currentPassword, newPassword, from }),
  deleteMe: ({ auth, from }, { token, password: currentPassword }) =>
    auth.deleteMe({ token, currentPassword, from }),
}

/** The token, and the organization that it is used on. */
function aimOf(
  { from }: Sending,
  { token, organization: tenantId }: { readonly token: string; readonly organization?: string },
) {
  return { token, tenantId, from }
}
