import {
  type Auth,
  type AuthSettings,
  createAuth,
  defaultSettings,
  deliverMail,
  type LoginOutcome,
  type Requester,
  type SignUpCommand,
} from '../src/index.ts'
import type { Account, AuditEvent, AuditKind, Mail, Tenant } from '../src/ports/index.ts'
import { checkTestOptions } from './check-test-options.ts'
import { createMemoryPorts, type MemoryPorts } from './memory/memory-ports.ts'

/** A person with an account, and the person's credentials. */
export interface Person {
  /** `Account.id`. */
  readonly accountId: string
  /** `Tenant.id`. */
  readonly tenantId: string
  /** The username in canonical form: lower case. */
  readonly username: string
  /** As given at sign-up. */
  readonly email: string
  /** As given at sign-up. */
  readonly password: string
}

/** Changes to the defaults. Settings and ports are replaced one by one. */
export interface TestEnvironmentOptions {
  /** Replace settings of `defaultSettings`. */
  readonly settings?: Partial<AuthSettings>
  /** Replace ports of `createMemoryPorts`. */
  readonly ports?: Partial<MemoryPorts>
}

/** All use cases on ports in memory, with short methods for common test steps. */
export interface TestEnvironment {
  /** The ports of the use cases. */
  readonly ports: MemoryPorts
  /** The settings of the use cases. */
  readonly settings: AuthSettings
  /** The use cases. */
  readonly auth: Auth
  /** The same records with other ports or settings. */
  with(options: TestEnvironmentOptions): TestEnvironment
  /** A browser at 192.0.2.1 whose request arrives now, unless the fields given say otherwise. */
  from(requester?: Partial<Requester>): Requester
  /** A sign-up that keeps every rule: Ada, of Acme. Another organization, another username. */
  signUpCommand(changes?: Partial<SignUpCommand>): SignUpCommand
  /** Signs a person up. @throws {TypeError} When that is refused. */
  signUp(changes?: Partial<SignUpCommand>): Promise<Person>
  /** Logs a person in with their password. */
  logIn(
    person: Pick<Person, 'email' | 'password'>,
    from?: Partial<Requester>,
  ): Promise<LoginOutcome>
  /** All mails of a kind sent so far, oldest first. Sends mails that are due before. */
  mails<Kind extends Mail['kind']>(kind: Kind): Promise<readonly MailOf<Kind>[]>
  /** The mail of a kind that was sent last. @throws {TypeError} When there is none. */
  lastMail<Kind extends Mail['kind']>(kind: Kind): Promise<MailOf<Kind>>
  /** The account of this id. */
  account(id: string): Promise<Account | undefined>
  /** Replaces fields of an account. */
  changeAccount(id: string, changes: Partial<Account>): Promise<void>
  /** Replaces fields of a tenant. */
  changeTenant(id: string, changes: Partial<Tenant>): Promise<void>
  /** All recorded events of a kind, oldest first. */
  audit(kind: AuditKind): Promise<readonly AuditEvent[]>
}

type MailOf<Kind extends Mail['kind']> = Extract<Mail, { readonly kind: Kind }>

/**
 * Creates an environment with new memory ports ({@link createMemoryPorts}) and the default settings.
 *
 * @throws {TypeError} Naming the option, setting or port that does not exist.
 */
export function createTestEnvironment(options: TestEnvironmentOptions = {}): TestEnvironment {
  checkTestOptions('createTestEnvironment', options)
  const ports = createMemoryPorts(options.ports)
  const settings = { ...defaultSettings, ...options.settings }
  const auth = createAuth(ports, settings)
  const from = requesterAt(ports)
  const signUpCommand = commandOf(from)
  const mails = sentBy(ports)

  return {
    ports,
    settings,
    auth,
    from,
    signUpCommand,
    mails,
    ...recordsOf(ports),

    with: (other) =>
      createTestEnvironment({
        ports: { ...ports, ...other.ports },
        settings: { ...settings, ...other.settings },
      }),

    async signUp(changes) {
      const command = signUpCommand(changes)
      const { userId: accountId, username } = outcomeOf('signed_up', await auth.signUp(command))
      const tenantId = command.organizationName.toLowerCase().replaceAll(' ', '-')
      return { accountId, tenantId, username, email: command.email, password: command.password }
    },

    logIn: ({ email, password }, requester) =>
      auth.logIn({ email, password, from: from(requester) }),

    async lastMail(kind) {
      const last = (await mails(kind)).at(-1)
      if (!last) throw new TypeError(`no ${kind} mail has left`)
      return last
    },
  }
}

/** Narrows an outcome to the kind that a test expects. @throws {TypeError} When it is another. */
export function outcomeOf<Outcome extends { readonly kind: string }, Kind extends Outcome['kind']>(
  kind: Kind,
  outcome: Outcome,
): Extract<Outcome, { readonly kind: Kind }> {
  const isExpected = (any: Outcome): any is Extract<Outcome, { readonly kind: Kind }> =>
    any.kind === kind
  if (isExpected(outcome)) return outcome
  const refusal = 'refusal' in outcome ? ` (${outcome.refusal})` : ''
  throw new TypeError(`expected ${kind}, but the outcome is ${outcome.kind}${refusal}`)
}

function requesterAt({ clock }: MemoryPorts): TestEnvironment['from'] {
  return (requester) => ({
    client: 'ui',
    network: '192.0.2.1',
    userAgent: 'a browser',
    requestId: 'request-1',
    receivedAt: clock.now(),
    ...requester,
  })
}

function commandOf(from: TestEnvironment['from']): TestEnvironment['signUpCommand'] {
  return (changes = {}) => {
    const { organizationName = 'Acme' } = changes
    return {
      username: `ada-${organizationName.toLowerCase().replaceAll(' ', '-')}`,
      email: 'ada@example.com',
      password: 'correct horse',
      firstName: 'Ada',
      lastName: 'Lovelace',
      organizationName,
      companyName: `${organizationName} Ltd`,
      from: from(),
      ...changes,
    }
  }
}

function sentBy(ports: MemoryPorts): TestEnvironment['mails'] {
  return async <Kind extends Mail['kind']>(kind: Kind) => {
    await deliverMail(ports)
    const isWanted = (mail: Mail): mail is MailOf<Kind> => mail.kind === kind
    return ports.mailer.sent.map(({ mail }) => mail).filter(isWanted)
  }
}

function recordsOf({
  store,
}: MemoryPorts): Pick<TestEnvironment, 'account' | 'changeAccount' | 'changeTenant' | 'audit'> {
  return {
    account: (id) => store.transaction((tx) => tx.accounts.find(id)),

    changeAccount: (id, changes) =>
      store.transaction(async (tx) => {
        const account = await tx.accounts.find(id)
        if (account) await tx.accounts.update({ ...account, ...changes })
      }),

    changeTenant: (id, changes) =>
      store.transaction(async (tx) => {
        const tenant = await tx.tenants.find(id)
        if (tenant) await tx.tenants.update({ ...tenant, ...changes })
      }),

    audit: async (kind) => {
      const newestFirst = await store.transaction((tx) => tx.auditLog.list({ limit: 10_000 }))
      return newestFirst.filter((event) => event.kind === kind).toReversed()
    },
  }
}
