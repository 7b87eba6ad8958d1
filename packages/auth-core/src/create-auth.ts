import { composedPasswords } from './account/composed-passwords.ts'
import { assertSettings } from './assert-settings.ts'
import { exportAudit } from './audit/export-audit.ts'
import { readAudit } from './audit/read-audit.ts'
import type { Auth } from './auth.ts'
import { checkCommands } from './check-commands.ts'
import { announceEndings } from './endings/announce-endings.ts'
import { createIntrospection } from './introspection/introspect.ts'
import { acceptInvitation } from './invitations/accept-invitation.ts'
import { invite } from './invitations/invite.ts'
import { listInvitations } from './invitations/list-invitations.ts'
import { readInvitation } from './invitations/read-invitation.ts'
import { resendInvitation } from './invitations/resend-invitation.ts'
import { revokeInvitation } from './invitations/revoke-invitation.ts'
import { isMoment } from './lib/time.ts'
import { finishOidcLogin } from './login/finish-oidc-login.ts'
import { listTenants } from './login/list-tenants.ts'
import { logIn } from './login/log-in.ts'
import { resendOtp } from './login/resend-otp.ts'
import { selectTenant } from './login/select-tenant.ts'
import { startOidcLogin } from './login/start-oidc-login.ts'
import { verifyOtp } from './login/verify-otp.ts'
import { changeEmail } from './me/change-email.ts'
import { changePassword } from './me/change-password.ts'
import { createApiKey } from './me/create-api-key.ts'
import { endOtherSessions, endSession } from './me/end-sessions.ts'
import { listApiKeys } from './me/list-api-keys.ts'
import { listSessions } from './me/list-sessions.ts'
import { changeMe, readMe } from './me/me.ts'
import { revokeApiKey } from './me/revoke-api-key.ts'
import { rotateApiKey } from './me/rotate-api-key.ts'
import { changeMember } from './members/change-member.ts'
import { deleteMe } from './members/delete-me.ts'
import { endMemberSessions } from './members/end-member-sessions.ts'
import { listMembers } from './members/list-members.ts'
import { listOrganizations } from './members/list-organizations.ts'
import { readMember } from './members/read-member.ts'
import { removeMember } from './members/remove-member.ts'
import { closeOrganization } from './organization/close-organization.ts'
import { changeOrganization, readOrganization } from './organization/organization.ts'
import { reopenOrganization } from './organization/reopen-organization.ts'
import { forgotPassword } from './password-reset/forgot-password.ts'
import { readReset } from './password-reset/read-reset.ts'
import { resetPassword } from './password-reset/reset-password.ts'
import type { Ports } from './ports/ports.ts'
import type { Requester } from './records/client.ts'
import { readVerification } from './registration/read-verification.ts'
import { resendVerification } from './registration/resend-verification.ts'
import { signUp } from './registration/sign-up.ts'
import { verifyEmail } from './registration/verify-email.ts'
import { checkSessions } from './session/check-sessions.ts'
import { forgetSession } from './session/forget-session.ts'
import { keepSession } from './session/keep-session.ts'
import { logOut } from './session/log-out.ts'
import { refresh } from './session/refresh.ts'
import { resumeSession } from './session/resume-session.ts'
import type { AuthSettings } from './settings.ts'
import { authenticate } from './tokens/access-token.ts'

/**
 * The same use case, for requests that say when they arrived. Those that show a token of ours are
 * refused by the token; these others would be done at no moment, and what they open would have no end.
 */
function dated<Command extends { readonly from: Requester }, Outcome>(
  useCase: (command: Command) => Promise<Outcome>,
): (command: Command) => Promise<Outcome> {
  return async (command) => {
    if (!isMoment(command.from.receivedAt)) throw new TypeError('from.receivedAt is no moment')
    return useCase(command)
  }
}

/**
 * Binds every use case to the ports it works through and the operator's settings.
 *
 * @throws {TypeError} When a setting is missing or has a wrong type, such as a duration that is `NaN`.
 */
export function createAuth(hosted: Ports, settings: AuthSettings): Auth {
  assertSettings(settings)
  const credentialStore = composedPasswords(hosted.credentialStore)
  const ports = { ...hosted, credentialStore, store: announceEndings(hosted) }
  return checkCommands({
    signUp: dated((command) => signUp(ports, settings, command)),
    verifyEmail: dated((command) => verifyEmail(ports, settings, command)),
    readVerification: dated((query) => readVerification(ports, settings, query)),
    resendVerification: (command) => resendVerification(ports, settings, command),
    logIn: dated((command) => logIn(ports, settings, command)),
    startOidcLogin: dated((command) => startOidcLogin(ports, settings, command)),
    finishOidcLogin: dated((command) => finishOidcLogin(ports, settings, command)),
    listTenants: (query) => listTenants(ports, settings, query),
    selectTenant: (command) => selectTenant(ports, settings, command),
    verifyOtp: dated((command) => verifyOtp(ports, settings, command)),
    resendOtp: (command) => resendOtp(ports, settings, command),
    refresh: (command) => refresh(ports, settings, command),
    logOut: (command) => logOut(ports, settings, command),
    keepSession: (command) => keepSession(ports, settings, command),
    resumeSession: (command) => resumeSession(ports, settings, command),
    forgetSession: dated((command) => forgetSession(ports, settings, command)),
    forgotPassword: dated((command) => forgotPassword(ports, settings, command)),
    readReset: dated((query) => readReset(ports, settings, query)),
    resetPassword: dated((command) => resetPassword(ports, settings, command)),
    readOrganization: (query) => readOrganization(ports, settings, query),
    changeOrganization: (command) => changeOrganization(ports, settings, command),
    listMembers: (query) => listMembers(ports, settings, query),
    readMember: (query) => readMember(ports, settings, query),
    changeMember: (command) => changeMember(ports, settings, command),
    removeMember: (command) => removeMember(ports, settings, command),
    endMemberSessions: (command) => endMemberSessions(ports, settings, command),
    deleteMe: (command) => deleteMe(ports, settings, command),
    listOrganizations: (query) => listOrganizations(ports, settings, query),
    invite: (command) => invite(ports, settings, command),
    listInvitations: (query) => listInvitations(ports, settings, query),
    resendInvitation: (command) => resendInvitation(ports, settings, command),
    revokeInvitation: (command) => revokeInvitation(ports, settings, command),
    readInvitation: dated((query) => readInvitation(ports, settings, query)),
    acceptInvitation: dated((command) => acceptInvitation(ports, settings, command)),
    readMe: (query) => readMe(ports, settings, query),
    changeMe: (command) => changeMe(ports, settings, command),
    changePassword: (command) => changePassword(ports, settings, command),
    changeEmail: (command) => changeEmail(ports, settings, command),
    listSessions: (query) => listSessions(ports, settings, query),
    endSession: (command) => endSession(ports, settings, command),
    endOtherSessions: (command) => endOtherSessions(ports, settings, command),
    listApiKeys: (query) => listApiKeys(ports, settings, query),
    createApiKey: (command) => createApiKey(ports, settings, command),
    rotateApiKey: (command) => rotateApiKey(ports, settings, command),
    revokeApiKey: (command) => revokeApiKey(ports, settings, command),
    readAudit: (query) => readAudit(ports, settings, query),
    exportAudit: (query) => exportAudit(ports, settings, query),
    closeOrganization: (command) => closeOrganization(ports, settings, command),
    reopenOrganization: dated((command) => reopenOrganization(ports, settings, command)),
    introspect: dated(createIntrospection(ports, settings)),
    authenticate: (token, at = ports.clock.now()) => authenticate(ports, settings, { token, at }),
    checkSessions: (ids) => checkSessions(ports, settings, ids),
  })
}
