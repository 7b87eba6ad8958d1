import type { Act, ActOf } from '../act.ts'
import type { Expectation, Ruling } from '../expectation.ts'
import { acceptInvitation, resetPassword, signUp, verifyEmail } from './account.ts'
import {
  changeMember,
  closeOrganization,
  endMemberSessions,
  invite,
  removeMember,
  reopenOrganization,
  revokeInvitation,
  setCodes,
} from './administration.ts'
import { createApiKey, revokeApiKey, rotateApiKey } from './api-keys.ts'
import { logIn, selectTenant, verifyOtp } from './login.ts'
import {
  changePassword,
  deleteMe,
  endOtherSessions,
  endSession,
  logOut,
  refresh,
} from './session.ts'

const rules: { readonly [Kind in Act['kind']]: (ruling: Ruling, act: ActOf<Kind>) => Expectation } =
  {
    signUp,
    verifyEmail,
    logIn,
    selectTenant,
    verifyOtp,
    refresh,
    logOut,
    // What it does is seen in the mails.
    forgotPassword: () => ({ allows: ['reset_requested'], apply() {} }),
    resetPassword,
    invite,
    revokeInvitation,
    acceptInvitation,
    changeMember,
    removeMember,
    endMemberSessions,
    setCodes,
    closeOrganization,
    reopenOrganization,
    createApiKey,
    revokeApiKey,
    rotateApiKey,
    endSession,
    endOtherSessions,
    changePassword,
    deleteMe,
  }

/** What the model says of a request in a world, which `apply` then changes. */
export function ruleOf<Kind extends Act['kind']>(ruling: Ruling, act: ActOf<Kind>): Expectation {
  const rule: (ruling: Ruling, act: ActOf<Kind>) => Expectation = rules[act.kind as Kind]
  return rule(ruling, act)
}
