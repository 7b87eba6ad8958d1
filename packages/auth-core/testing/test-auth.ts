import type { Auth, Requester, SignUpCommand } from '../src/index.ts'
import type { OidcIdentity } from '../src/ports/index.ts'
import { checkTestOptions } from './check-test-options.ts'
import { createFailurePlan, type FailurePlan, type Failures } from './failures.ts'
import { createMemoryOidcProvider, type MemoryOidcProvider } from './memory/memory-oidc-provider.ts'
import { createMemoryPorts, type MemoryPorts } from './memory/memory-ports.ts'
import {
  createTestEnvironment,
  outcomeOf,
  type Person,
  type TestEnvironment,
  type TestEnvironmentOptions,
} from './test-environment.ts'

/** The name of the identity provider of {@link createTestAuth}. */
export const testProvider = 'provider'

/** A person who is signed in. */
export interface SignedInPerson extends Person {
  /** The access token. */
  readonly token: string
  /** `session_token` on the wire: enters the other organizations of the person for a while. */
  readonly sessionToken: string
}

/** What a person is invited with, and gives to accept. */
export type JoinOptions = Partial<
  Pick<SignUpCommand, 'username' | 'email' | 'password' | 'firstName' | 'lastName'>
> & {
  /** The role in the organization; `user` unless given. */
  readonly role?: 'user' | 'company_admin'
  /** The role on machines; none unless given. */
  readonly machineRole?: string
  /** The groups; none unless given. */
  readonly groups?: readonly string[]
}

/** The use cases on ports in memory, with people, organizations, mails and failures in a line each. */
export interface TestAuth extends TestEnvironment, Failures {
  /** The identity provider with the name {@link testProvider}. */
  readonly provider: MemoryOidcProvider
  /** Moves the clock on by so many seconds. Time stands still otherwise. */
  advance(seconds: number): void
  /**
   * Logs a person in, with the code of the mail where one is asked for. As a command-line client, which is
   * asked for none under the default settings, unless the fields given say otherwise.
   *
   * @throws {TypeError} When that is refused, or an organization has to be chosen.
   */
  signIn<Someone extends Pick<Person, 'email' | 'password'>>(
    person: Someone,
    from?: Partial<Requester>,
  ): Promise<Someone & Pick<SignedInPerson, 'token' | 'sessionToken'>>
  /**
   * Signs a person up with an organization, confirms the address and logs in. The first is Ada of Acme, an
   * administrator as everyone who signs up; further ones have names with a number. @throws {TypeError} When
   * a step is refused.
   */
  signedIn(changes?: Partial<SignUpCommand>): Promise<SignedInPerson>
  /**
   * Another person in the organization of an administrator: invited, accepted and logged in.
   *
   * @throws {TypeError} When a step is refused.
   */
  join(administrator: SignedInPerson, options?: JoinOptions): Promise<SignedInPerson>
  /**
   * A whole login at the provider by a person of this address, which is verified unless the claims say
   * otherwise. The subject is the address unless given.
   */
  logInAtProvider(
    person: Pick<Person, 'email'>,
    claims?: Partial<OidcIdentity>,
  ): ReturnType<Auth['finishOidcLogin']>
}

/**
 * Creates it, with new ports in memory ({@link createMemoryPorts}) and the default settings.
 *
 * @throws {TypeError} Naming the option, setting or port that does not exist.
 */
export function createTestAuth(options: TestEnvironmentOptions = {}): TestAuth {
  checkTestOptions('createTestAuth', options)
  const plan = createFailurePlan()
  const provider = createMemoryOidcProvider()
  const ports = guardedPorts(plan, provider, options.ports)
  const environment = createTestEnvironment({ ...options, ports })
  const signIn = signingIn(environment)
  const { fail, heal } = plan
  return {
    ...environment,
    ...{ provider, fail, heal, signIn },
    advance: (seconds) => ports.clock.advance(seconds),
    signedIn: signingUp(environment, signIn),
    join: joining(environment, signIn),
    logInAtProvider: providerLogin(environment, provider),
  }
}

/** Ports in memory that fail as planned. */
function guardedPorts(
  plan: FailurePlan,
  provider: MemoryOidcProvider,
  given: Partial<MemoryPorts> = {},
): MemoryPorts {
  const { store, credentialStore, rateLimiter, mailer, clock } = createMemoryPorts(given)
  const guardedProvider = plan.guard('oidc_provider', provider, ['start', 'finish'])
  return createMemoryPorts({
    oidcProviders: new Map([[testProvider, guardedProvider]]),
    ...given,
    clock,
    store: plan.guard('store', store, ['transaction', 'checkReady']),
    credentialStore: plan.guard('credential_store', credentialStore, [
      ...(['createTenant', 'removeTenant', 'addUser', 'removeUser', 'checkPassword'] as const),
      ...(['checkNobody', 'setPassword', 'setEnabled', 'setGroups', 'setRole'] as const),
      ...(['setProfile', 'checkReady'] as const),
    ]),
    rateLimiter: plan.guard('rate_limiter', rateLimiter, [
      ...(['take', 'look', 'refund', 'reset', 'takeInOrder', 'change'] as const),
    ]),
    mailer: plan.guard('mailer', mailer, ['prepare', 'checkReady']),
  })
}

function signingIn({ auth, from, lastMail, logIn }: TestEnvironment): TestAuth['signIn'] {
  return async (person, requester = {}) => {
    const client = { client: 'cli', ...requester } as const
    let outcome = await logIn(person, client)
    if (outcome.kind === 'otp_required') {
      const { username, sessionToken } = outcome
      const { code } = await lastMail('otp')
      outcome = await auth.verifyOtp({ username, code, sessionToken, from: from(client) })
    }
    const { token, sessionToken } = outcomeOf('authenticated', outcome)
    return { ...person, token, sessionToken }
  }
}

function signingUp(
  { auth, from, lastMail, signUp }: TestEnvironment,
  signIn: TestAuth['signIn'],
): TestAuth['signedIn'] {
  let people = 0
  return async (changes) => {
    people += 1
    const person = await signUp({ ...namesOf(people), ...changes })
    const { token } = await lastMail('verify_email')
    const { password } = person
    outcomeOf('email_verified', await auth.verifyEmail({ token, password, from: from() }))
    return signIn(person)
  }
}

/** The names of the first person are those of every sign-up. */
function namesOf(number: number): Partial<SignUpCommand> {
  if (number === 1) return {}
  const username = `person-${number}`
  const organizationName = `Organization ${number}`
  return { username, email: `${username}@example.com`, organizationName }
}

function joining(
  { account, auth, from, lastMail }: TestEnvironment,
  signIn: TestAuth['signIn'],
): TestAuth['join'] {
  let joined = 0
  return async ({ token }, { role = 'user', machineRole = '', groups = [], ...options } = {}) => {
    joined += 1
    const username = `member-${joined}`
    const names = { username, firstName: 'Grace', lastName: 'Hopper', password: 'battery staple' }
    const person = { ...names, email: `${options.username ?? username}@example.com`, ...options }
    const invitation = { email: person.email, role, machineRole, groups, token, from: from() }
    outcomeOf('invitation_sent', await auth.invite(invitation))
    const mail = await lastMail('invitation')
    const accepted = await auth.acceptInvitation({ ...person, token: mail.token, from: from() })
    const { userId: accountId, username: canonical } = outcomeOf('invitation_accepted', accepted)
    const { tenantId = '' } = (await account(accountId)) ?? {}
    const { email, password } = person
    return signIn({ accountId, tenantId, username: canonical, email, password })
  }
}

function providerLogin(
  { auth, from }: TestEnvironment,
  provider: MemoryOidcProvider,
): TestAuth['logInAtProvider'] {
  return async ({ email }, claims) => {
    const started = await auth.startOidcLogin({ provider: testProvider, from: from() })
    const { redirectTo, attempt } = outcomeOf('oidc_started', started)
    const query = provider.signIn(redirectTo, { subject: email, email, ...claims })
    return auth.finishOidcLogin({ provider: testProvider, query, attempt, from: from() })
  }
}
