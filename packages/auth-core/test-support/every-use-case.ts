import type { Auth } from '../src/index.ts'
import { outcomeOf, type Person } from '../testing/test-environment.ts'
import { signedIn } from './acting.ts'
import { createProviderEnvironment } from './at-provider.ts'

const introspectionSecret = 'what-the-backend-proves-itself-with'

/** The use cases that are asked for by a request. */
export type Asked = Exclude<keyof Auth, 'authenticate' | 'checkSessions'>

/** A request that is done, if it is sent now: what to send, but who asks. */
type Command<Name extends Asked> = Omit<Parameters<Auth[Name]>[0], 'from'>

/** People in every state that a use case needs. */
export type Scene = Awaited<ReturnType<typeof createScene>>

/**
 * Ada administers Acme, and is signed in; Bob is a member of it; Eve is invited. Cora has signed up
 * for Globex and not confirmed her address. Dan administers Initech, which he has closed. Ben's code
 * of Hooli waits for him.
 */
export async function createScene() {
  const arriving = createProviderEnvironment({ settings: { introspectionSecret } })
  const { environment } = arriving
  const { auth, from, lastMail } = environment
  const confirmed = async (organizationName: string, email: string) => {
    const person = await environment.signUp({ organizationName, email })
    await environment.changeAccount(person.accountId, { emailVerified: true })
    return person
  }
  const ada = await confirmed('Acme', 'ada@example.com')
  const by = { ...(await signedIn(environment, ada)) }
  const { token } = by
  const invited = async (email: string) => {
    const sent = await auth.invite({ token, email, role: 'user', from: from() })
    const { id } = outcomeOf('invitation_sent', sent).invitation
    return { id, link: (await lastMail('invitation')).token }
  }
  const names = {
    username: 'bob',
    firstName: 'Bob',
    lastName: 'Tables',
    password: 'battery staple',
  }
  const { link: bobs } = await invited('bob@example.com')
  const joined = await auth.acceptInvitation({ ...names, token: bobs, from: from() })
  const bob = outcomeOf('invitation_accepted', joined).userId
  const eve = await invited('eve@example.com')

  await environment.signUp({ organizationName: 'Globex', email: 'cora@example.com' })
  const { token: verification } = await lastMail('verify_email')
  const session = outcomeOf('authenticated', await loginOf(environment, 'cora@example.com')).token
  const reopen = await closed(environment, await confirmed('Initech', 'dan@example.com'))
  const code = await waitingFor(environment, await confirmed('Hooli', 'ben@example.com'))
  await auth.forgotPassword({ email: ada.email, from: from() })
  const reset = (await lastMail('password_reset')).accounts[0]?.token ?? ''
  const { key } = outcomeOf(
    'api_key_created',
    await auth.createApiKey({ token, name: 'CI', from: from() }),
  )
  const other = await signedIn(environment, ada)
  // Another code, and another link, may be sent.
  environment.ports.clock.advance(61)
  const links = { verification, reopen, reset, session }
  return { ...arriving, ada, ...by, bob, eve, code, key, other, ...links }
}

type Environment = ReturnType<typeof createProviderEnvironment>['environment']

function loginOf(environment: Environment, email: string) {
  return environment.logIn({ email, password: 'correct horse' })
}

async function closed(environment: Environment, dan: Person): Promise<string> {
  const { token } = await signedIn(environment, dan)
  const command = { token, confirm: 'Initech Ltd', from: environment.from() }
  outcomeOf('organization_closed', await environment.auth.closeOrganization(command))
  return (await environment.lastMail('organization_closing')).token
}

async function waitingFor(environment: Environment, ben: Person) {
  await environment.changeTenant('hooli', { otpEnabled: true })
  const { username, sessionToken } = outcomeOf('otp_required', await environment.logIn(ben))
  return { username, sessionToken, code: (await environment.lastMail('otp')).code }
}

const inTenant = ({ token }: Scene) => ({ token })
const onBob = ({ token, bob: accountId }: Scene) => ({ token, accountId })
const onEve = ({ token, eve: { id } }: Scene) => ({ token, id })
const withPassword = ({ token, ada: { password: currentPassword } }: Scene) => ({
  token,
  currentPassword,
})

async function keptOf({ environment, token }: Scene) {
  const kept = await environment.auth.keepSession({ token, from: environment.from() })
  return { keptToken: outcomeOf('session_kept', kept).keptToken }
}

/** For each use case a request that is done in the {@link Scene}. The compiler misses one that is not there. */
export const everyUseCase: {
  readonly [Name in Asked]: (scene: Scene) => Command<Name> | Promise<Command<Name>>
} = {
  signUp: ({ environment }) => environment.signUpCommand({ organizationName: 'Umbrella' }),
  verifyEmail: ({ verification: token, ada: { password } }) => ({ token, password }),
  readVerification: ({ verification: token }) => ({ token }),
  resendVerification: ({ session: token }) => ({ token }),
  logIn: ({ ada: { email, password } }) => ({ email, password }),
  startOidcLogin: () => ({ provider: 'provider_a' }),
  async finishOidcLogin({ start, a }) {
    const { attempt, redirectTo } = await start()
    const query = a.signIn(redirectTo, { email: 'ada@example.com' })
    return { provider: 'provider_a', attempt, query }
  },
  listTenants: ({ sessionToken }) => ({ sessionToken }),
  selectTenant: ({ sessionToken }) => ({ sessionToken, tenantId: 'acme' }),
  verifyOtp: ({ code }) => code,
  resendOtp: ({ code: { sessionToken } }) => ({ sessionToken }),
  refresh: inTenant,
  logOut: inTenant,
  keepSession: inTenant,
  resumeSession: keptOf,
  forgetSession: keptOf,
  forgotPassword: ({ ada: { email } }) => ({ email }),
  readReset: ({ reset: resetToken }) => ({ resetToken }),
  resetPassword: ({ reset: resetToken }) => ({ resetToken, newPassword: 'another good one' }),
  readOrganization: inTenant,
  changeOrganization: ({ token }) => ({ token, otpEnabled: true }),
  closeOrganization: ({ token }) => ({ token, confirm: 'Acme Ltd' }),
  reopenOrganization: ({ reopen: token }) => ({ token }),
  listMembers: inTenant,
  readMember: onBob,
  changeMember: (scene) => ({ ...onBob(scene), role: 'company_admin' }),
  removeMember: onBob,
  endMemberSessions: onBob,
  async deleteMe(scene) {
    // She may not be the only administrator.
    await scene.environment.changeAccount(scene.bob, { role: 'company_admin' })
    return withPassword(scene)
  },
  async listOrganizations({ environment, ada, token }) {
    await environment.changeAccount(ada.accountId, { role: 'super_admin' })
    return { token }
  },
  invite: ({ token }) => ({ token, email: 'fay@example.com', role: 'company_admin' }),
  listInvitations: inTenant,
  resendInvitation: onEve,
  revokeInvitation: onEve,
  readInvitation: ({ eve: { link: token } }) => ({ token }),
  acceptInvitation: ({ eve: { link: token } }) => {
    const name = { username: 'eve', firstName: 'Eve', lastName: 'Moneypenny' }
    return { token, ...name, password: 'battery staple' }
  },
  readMe: inTenant,
  changeMe: ({ token }) => ({ token, firstName: 'Augusta' }),
  changePassword: (scene) => ({ ...withPassword(scene), newPassword: 'another good one' }),
  changeEmail: (scene) => ({ ...withPassword(scene), email: 'countess@example.org' }),
  listSessions: inTenant,
  endSession: ({ token, other: { sessionId: id } }) => ({ token, id }),
  endOtherSessions: inTenant,
  listApiKeys: inTenant,
  createApiKey: ({ token }) => ({ token, name: 'another' }),
  rotateApiKey: ({ token, key: { id } }) => ({ token, id, overlapHours: 1 }),
  revokeApiKey: ({ token, key: { id } }) => ({ token, id }),
  readAudit: inTenant,
  exportAudit: inTenant,
  introspect: ({ key: { text: token } }) => ({ token, secret: introspectionSecret }),
}
