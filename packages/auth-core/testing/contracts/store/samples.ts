import type {
  Account,
  ApiKey,
  AuditEvent,
  Ending,
  ExternalIdentity,
  Invitation,
  Mail,
  OneTimeToken,
  OtpChallenge,
  OutboxEntry,
  Replica,
  Session,
  SigningKey,
  Store,
  Tenant,
} from '../../../src/ports/index.ts'
import { unique } from '../unique.ts'

/** A moment after every `now` that the contract cleans up with. */
export const future = new Date('2131-05-06T07:08:09.123Z')

/** Text that careless handling as SQL, JSON or bytes would change. */
export const awkward = 'Zoë 😀 \\ "\'; -- %_ {} \n\t日本\u202e'

/** The moment `seconds` after another. */
export function after(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000)
}

/** An active tenant that is not stored yet. */
export function sampleTenant(changes: Partial<Tenant> = {}): Tenant {
  return {
    id: unique('tenant'),
    name: awkward,
    status: 'active',
    reservation: unique('reservation'),
    reservedBy: unique('replica'),
    otpEnabled: false,
    otpExemptClients: null,
    maxSessionSeconds: null,
    closesAt: null,
    createdAt: future,
    ...changes,
  }
}

/** An active account that is not stored yet. */
export function sampleAccount(changes: Partial<Account> & Pick<Account, 'tenantId'>): Account {
  const username = unique('ada')
  return {
    id: unique('account'),
    username,
    email: `${username}@Example.com`,
    emailCanonical: `${username}@example.com`,
    emailVerified: true,
    pendingEmail: null,
    firstName: awkward,
    lastName: "O'Neill",
    role: 'company_admin',
    machineRole: '',
    groups: ['one', 'two, with a comma', awkward, ''],
    apiKey: unique('key'),
    apiKeyLastUsedAt: null,
    credentialId: unique('credential'),
    credentialVersion: 3,
    status: 'active',
    lastLoginAt: null,
    language: 'de',
    createdAt: future,
    ...changes,
  }
}

/** An identity of this account that is not stored yet. */
export function sampleIdentity(
  accountId: string,
  changes: Partial<ExternalIdentity> = {},
): ExternalIdentity {
  return {
    accountId,
    issuer: 'https://id.example/a/v2.0',
    subject: unique(awkward),
    createdAt: future,
    ...changes,
  }
}

/** A challenge for this account that is not stored yet. */
export function sampleChallenge(
  accountId: string,
  changes: Partial<OtpChallenge> = {},
): OtpChallenge {
  return {
    id: unique('challenge'),
    accountId,
    codeDigest: unique('digest'),
    createdAt: future,
    expiresAt: after(future, 300),
    network: '2001:db8:0:1::/64',
    ownerGuesses: 5,
    strangerGuesses: 3,
    mailId: unique('mail'),
    proof: {
      loginId: unique('login'),
      accounts: [
        { accountId, credentialVersion: 3 },
        { accountId: unique('other'), credentialVersion: 0 },
      ],
      client: 'ui',
      authTime: after(future, -1.001),
      methods: ['pwd', 'otp'],
    },
    ...changes,
  }
}

/** A token for this account that is not stored yet. */
export function sampleToken(accountId: string, changes: Partial<OneTimeToken> = {}): OneTimeToken {
  return {
    digest: unique('digest'),
    purpose: 'reset_password',
    accountId,
    createdAt: future,
    expiresAt: after(future, 1800),
    lease: null,
    ...changes,
  }
}

/** An invitation to this tenant that is not stored yet. */
export function sampleInvitation(tenantId: string, changes: Partial<Invitation> = {}): Invitation {
  const name = unique('bob')
  return {
    id: unique('invitation'),
    tenantId,
    email: `${name}@Example.com`,
    emailCanonical: `${name}@example.com`,
    role: 'user',
    machineRole: awkward,
    groups: ['one', awkward],
    digest: unique('digest'),
    invitedBy: unique('account'),
    createdAt: future,
    expiresAt: after(future, 86_400),
    lease: null,
    ...changes,
  }
}

/** A session of this account that is not stored yet. */
export function sampleSession(
  { id, tenantId }: Pick<Account, 'id' | 'tenantId'>,
  changes: Partial<Session> = {},
): Session {
  return {
    id: unique('session'),
    loginId: unique('login'),
    accountId: id,
    tenantId,
    client: 'cli',
    authTime: after(future, -60),
    issuedAt: future,
    expiresAt: after(future, 86_400),
    network: '2001:db8:0:1::/64',
    userAgent: awkward,
    createdAt: after(future, -59.999),
    lastSeenAt: after(future, 0.001),
    endedAt: null,
    ...changes,
  }
}

/** A key of this account that is not stored yet. */
export function sampleApiKey(accountId: string, changes: Partial<ApiKey> = {}): ApiKey {
  return {
    id: unique('api-key'),
    accountId,
    name: awkward,
    createdAt: future,
    expiresAt: null,
    lastUsedAt: null,
    ...changes,
  }
}

/** An ending of a session that is not stored yet. */
export function sampleEnding(changes: Partial<Ending> = {}): Ending {
  return {
    subject: 'session',
    id: unique('session'),
    kind: 'ended',
    at: future,
    until: after(future, 86_400),
    ...changes,
  }
}

/** A key that is not stored yet. */
export function sampleKey(changes: Partial<SigningKey> = {}): SigningKey {
  return {
    kid: unique('kid'),
    secret: 'c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LV8-Pw',
    activeFrom: future,
    acceptedUntil: null,
    revokedAt: null,
    ...changes,
  }
}

/** A replica that is not stored yet. */
export function sampleReplica(changes: Partial<Replica> = {}): Replica {
  return {
    id: unique('replica'),
    startedAt: future,
    aliveUntil: after(future, 20),
    terminals: 3,
    sealsWith: 'key-1',
    ...changes,
  }
}

/** A code mail. */
export const sampleMail: Mail & { readonly kind: 'otp' } = {
  kind: 'otp',
  to: 'ada@example.com',
  organization: awkward,
  code: '012345',
  minutes: 5,
}

/** An entry about this account that is not stored yet. */
export function sampleEntry(accountId: string, changes: Partial<OutboxEntry> = {}): OutboxEntry {
  return {
    id: unique('mail'),
    mail: sampleMail,
    accountId,
    createdAt: future,
    notAfter: after(future, 300),
    attempts: 0,
    dueAt: future,
    ...changes,
  }
}

/** An event that is not stored yet. */
export function sampleEvent(changes: Partial<AuditEvent> = {}): AuditEvent {
  return {
    at: future,
    kind: 'login',
    outcome: 'refused',
    accountId: null,
    actorId: null,
    tenantId: null,
    client: null,
    network: null,
    userAgent: null,
    requestId: null,
    detail: {},
    ...changes,
  }
}

/** Stores a tenant with one account, as most records need one. */
export async function storeAccount(store: Store, changes: Partial<Account> = {}): Promise<Account> {
  const tenant = sampleTenant()
  const account = sampleAccount({ ...changes, tenantId: tenant.id })
  await store.transaction(async (tx) => {
    await tx.tenants.insert(tenant)
    await tx.accounts.insert(account)
  })
  return account
}
