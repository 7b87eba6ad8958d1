import { type Auth, type ClientType, PortError } from '@gatehouse/auth-core'
import type { UseCase } from '../api/operation.ts'
import { definitions } from './definitions.ts'
import type { Instruments } from './instruments.ts'

interface Command {
  readonly from: { readonly client: ClientType }
}

type Outcome = { readonly kind: string } | { readonly kind: 'refused'; readonly refusal: string }

function createObserver({ counts }: Instruments) {
  const outcomes = counts(definitions.outcomes)
  return function observe<Input extends Command, Result extends Outcome>(
    operation: UseCase,
    work: (command: Input) => Promise<Result>,
  ): (command: Input) => Promise<Result> {
    return async (command) => {
      const count = (outcome: string) => {
        outcomes.at({ operation, outcome, client: command.from.client }).value += 1
      }
      try {
        const result = await work(command)
        count(wordOf(result))
        return result
      } catch (error) {
        count(error instanceof PortError ? 'failed' : 'error')
        throw error
      }
    }
  }
}

/** Counts what comes of every use case. All the words are the core's own. */
export function observeAuth(auth: Auth, instruments: Instruments): Auth {
  const observe = createObserver(instruments)
  const observed: Pick<Auth, UseCase> = {
    signUp: observe('signUp', auth.signUp),
    verifyEmail: observe('verifyEmail', auth.verifyEmail),
    readVerification: observe('readVerification', auth.readVerification),
    resendVerification: observe('resendVerification', auth.resendVerification),
    logIn: observe('logIn', auth.logIn),
    startOidcLogin: observe('startOidcLogin', auth.startOidcLogin),
    finishOidcLogin: observe('finishOidcLogin', auth.finishOidcLogin),
    listTenants: observe('listTenants', auth.listTenants),
    selectTenant: observe('selectTenant', auth.selectTenant),
    verifyOtp: observe('verifyOtp', auth.verifyOtp),
    resendOtp: observe('resendOtp', auth.resendOtp),
    refresh: observe('refresh', auth.refresh),
    logOut: observe('logOut', auth.logOut),
    forgotPassword: observe('forgotPassword', auth.forgotPassword),
    resetPassword: observe('resetPassword', auth.resetPassword),
    closeOrganization: observe('closeOrganization', auth.closeOrganization),
    reopenOrganization: observe('reopenOrganization', auth.reopenOrganization),
    readOrganization: observe('readOrganization', auth.readOrganization),
    changeOrganization: observe('changeOrganization', auth.changeOrganization),
    listMembers: observe('listMembers', auth.listMembers),
    readMember: observe('readMember', auth.readMember),
    changeMember: observe('changeMember', auth.changeMember),
    removeMember: observe('removeMember', auth.removeMember),
    endMemberSessions: observe('endMemberSessions', auth.endMemberSessions),
    deleteMe: observe('deleteMe', auth.deleteMe),
    listOrganizations: observe('listOrganizations', auth.listOrganizations),
    invite: observe('invite', auth.invite),
    listInvitations: observe('listInvitations', auth.listInvitations),
    resendInvitation: observe('resendInvitation', auth.resendInvitation),
    revokeInvitation: observe('revokeInvitation', auth.revokeInvitation),
    readInvitation: observe('readInvitation', auth.readInvitation),
    acceptInvitation: observe('acceptInvitation', auth.acceptInvitation),
    readMe: observe('readMe', auth.readMe),
    changeMe: observe('changeMe', auth.changeMe),
    changePassword: observe('changePassword', auth.changePassword),
    changeEmail: observe('changeEmail', auth.changeEmail),
    listSessions: observe('listSessions', auth.listSessions),
    endSession: observe('endSession', auth.endSession),
    endOtherSessions: observe('endOtherSessions', auth.endOtherSessions),
    listApiKeys: observe('listApiKeys', auth.listApiKeys),
    createApiKey: observe('createApiKey', auth.createApiKey),
    rotateApiKey: observe('rotateApiKey', auth.rotateApiKey),
    revokeApiKey: observe('revokeApiKey', auth.revokeApiKey),
    readAudit: observe('readAudit', auth.readAudit),
    exportAudit: observe('exportAudit', auth.exportAudit),
  }
  return { ...auth, ...observed }
}

function wordOf(outcome: Outcome): string {
  return 'refusal' in outcome ? outcome.refusal : outcome.kind
}
