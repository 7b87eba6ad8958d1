import type { Auth } from './auth.ts'
import type { Requester } from './records/client.ts'

/** The use cases that take a command, which says who asks. */
export type CommandName = {
  readonly [Name in keyof Auth]: Parameters<Auth[Name]> extends [{ readonly from: Requester }]
    ? Name
    : never
}[keyof Auth]

/** What the value of a field has to be. */
export type FieldType = 'text' | 'texts' | 'number' | 'flag' | 'object'

/** The rule for a field: its type, whether `null` will do, and whether it may be left out. */
export type FieldRule = `${FieldType}${'' | '|null'}${'' | '?'}`

type TypeOf<Value> = Value extends string
  ? 'text'
  : Value extends number
    ? 'number'
    : Value extends boolean
      ? 'flag'
      : Value extends readonly string[]
        ? 'texts'
        : 'object'

type RuleOf<Value> =
  `${TypeOf<NonNullable<Value>>}${null extends Value ? '|null' : ''}${undefined extends Value ? '?' : ''}`

type RulesOf<Command> = { readonly [Field in keyof Command]-?: RuleOf<Command[Field]> }

const asked = { from: 'object' } as const
const byToken = { token: 'text', ...asked } as const
const bySession = { sessionToken: 'text', ...asked } as const
const byReset = { resetToken: 'text', ...asked } as const
const byKept = { keptToken: 'text', ...asked } as const
const ofTenant = { ...byToken, tenantId: 'text?' } as const
const ofMember = { ...ofTenant, accountId: 'text' } as const
const ofOne = { ...byToken, id: 'text' } as const
const ofInvitation = { ...ofTenant, id: 'text' } as const
const inPages = { cursor: 'text?', limit: 'number?' } as const
const person = { username: 'text', password: 'text', firstName: 'text', lastName: 'text' } as const
const rights = { role: 'text?', machineRole: 'text?', groups: 'texts?' } as const
const audited = {
  ...ofTenant,
  kind: 'text?',
  accountId: 'text?',
  actorId: 'text?',
  period: 'object?',
} as const

/** The fields of every command and query. The compiler holds each to the type of its command. */
export const commandFields: {
  readonly [Name in CommandName]: RulesOf<Parameters<Auth[Name]>[0]>
} = {
  signUp: { ...person, email: 'text', organizationName: 'text', companyName: 'text', ...asked },
  verifyEmail: { ...byToken, password: 'text?', newPassword: 'text?', accessToken: 'text?' },
  readVerification: byToken,
  resendVerification: byToken,
  logIn: { email: 'text', password: 'text', ...asked },
  startOidcLogin: { provider: 'text', ...asked },
  finishOidcLogin: { provider: 'text', query: 'text', attempt: 'object|null', ...asked },
  listTenants: bySession,
  selectTenant: { ...bySession, tenantId: 'text' },
  verifyOtp: { username: 'text', code: 'text', sessionToken: 'text?', ...asked },
  resendOtp: bySession,
  refresh: byToken,
  logOut: byToken,
  keepSession: byToken,
  resumeSession: byKept,
  forgetSession: byKept,
  forgotPassword: { email: 'text', ...asked },
  readReset: byReset,
  resetPassword: { ...byReset, newPassword: 'text' },
  readOrganization: ofTenant,
  changeOrganization: {
    ...ofTenant,
    ...{ name: 'text?', otpEnabled: 'flag?' },
    ...{ otpExemptClients: 'texts|null?', maxSessionDays: 'number|null?' },
  },
  closeOrganization: { ...ofTenant, confirm: 'text' },
  reopenOrganization: byToken,
  listMembers: { ...ofTenant, ...inPages, search: 'text?', state: 'text?', role: 'text?' },
  readMember: ofMember,
  changeMember: { ...ofMember, ...rights, disabled: 'flag?' },
  removeMember: ofMember,
  endMemberSessions: ofMember,
  deleteMe: { ...byToken, currentPassword: 'text' },
  listOrganizations: { ...byToken, ...inPages },
  invite: { ...ofTenant, ...rights, email: 'text' },
  listInvitations: { ...ofTenant, ...inPages },
  resendInvitation: ofInvitation,
  revokeInvitation: ofInvitation,
  readInvitation: byToken,
  acceptInvitation: { ...byToken, ...person },
  readMe: byToken,
  changeMe: { ...byToken, firstName: 'text?', lastName: 'text?' },
  changePassword: { ...byToken, currentPassword: 'text', newPassword: 'text' },
  changeEmail: { ...byToken, email: 'text', currentPassword: 'text' },
  listSessions: byToken,
  endSession: ofOne,
  endOtherSessions: byToken,
  listApiKeys: byToken,
  createApiKey: { ...byToken, name: 'text', expiresInDays: 'number?' },
  rotateApiKey: { ...ofOne, overlapHours: 'number' },
  revokeApiKey: ofOne,
  readAudit: { ...audited, ...inPages },
  exportAudit: audited,
  introspect: { ...byToken, secret: 'text' },
}
