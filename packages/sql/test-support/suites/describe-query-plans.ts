import type {
  ApiKey,
  Ending,
  Invitation,
  OneTimeToken,
  OtpChallenge,
  OutboxEntry,
  Transaction,
} from '@gatehouse/auth-core/ports'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createSqlStore, fillApiKeyHashes, readOutboxBacklog } from '../../src/index.ts'
import { createLocalUsers } from '../../src/local-credentials/local-users.ts'
import { openTestDatabase } from '../open-test-store.ts'
import { type RecordedDatabase, readPlan, recordStatements, wholeReads } from '../query-plans.ts'
import { account, now, session, tenant } from '../samples.ts'
import { toySealer } from '../toy-sealer.ts'

const entry: OutboxEntry = {
  id: 'mail-1',
  mail: { kind: 'otp', to: 'a@example.org', organization: 'Acme', code: '123456', minutes: 5 },
  accountId: account.id,
  createdAt: now,
  notAfter: null,
  attempts: 0,
  dueAt: now,
}
const token: OneTimeToken = {
  digest: 'digest',
  purpose: 'verify_email',
  accountId: account.id,
  createdAt: now,
  expiresAt: now,
  lease: null,
}
const challenge: OtpChallenge = {
  id: 'challenge-1',
  accountId: account.id,
  codeDigest: 'digest',
  createdAt: now,
  expiresAt: now,
  network: null,
  ownerGuesses: 0,
  strangerGuesses: 0,
  mailId: entry.id,
  proof: { loginId: '', accounts: [], client: 'ui', authTime: now, methods: ['pwd'] },
}
const invitation: Invitation = {
  id: 'invitation-1',
  tenantId: tenant.id,
  email: 'bob@example.org',
  emailCanonical: 'bob@example.org',
  role: 'user',
  machineRole: '',
  groups: [],
  digest: 'digest',
  invitedBy: account.id,
  createdAt: now,
  expiresAt: now,
  lease: null,
}
const ending: Ending = { subject: 'session', id: '1', kind: 'ended', at: now, until: now }
const apiKey: ApiKey = {
  id: 'key-1',
  accountId: account.id,
  name: 'CI',
  createdAt: now,
  expiresAt: null,
  lastUsedAt: null,
}
const limits = { untried: 16, tried: 4 }
const user = { tenantId: tenant.id, credentialId: 'credential-1', username: 'ada' }

/** Everything that requests, terminals and workers ask of tables that grow. */
const questions: Readonly<Record<string, (tx: Transaction) => Promise<unknown>>> = {
  'tenants.insert': ({ tenants }) => tenants.insert({ ...tenant, id: 'another' }),
  'tenants.find': ({ tenants }) => tenants.find(tenant.id),
  'tenants.update': ({ tenants }) => tenants.update(tenant),
  'tenants.remove': ({ tenants }) => tenants.remove('another'),
  'tenants.findReservedBefore': ({ tenants }) => tenants.findReservedBefore(now),
  'tenants.findClosedBefore': ({ tenants }) => tenants.findClosedBefore(now),
  'tenants.list': ({ tenants }) => tenants.list({ limit: 10 }),
  'accounts.find': ({ accounts }) => accounts.find(account.id),
  'accounts.findByUsername': ({ accounts }) => accounts.findByUsername('ada'),
  'accounts.findByEmail': ({ accounts }) => accounts.findByEmail('ada@example.org'),
  'accounts.findMembership': ({ accounts }) => accounts.findMembership(account.id),
  'accounts.findMemberships': ({ accounts }) => accounts.findMemberships('ada@example.org'),
  'accounts.findUnconfirmedBefore': ({ accounts }) =>
    accounts.findUnconfirmedBefore(now, { limit: 10 }),
  'accounts.listOfTenant': ({ accounts }) => accounts.listOfTenant(tenant.id, { limit: 10 }),
  'accounts.findByCredentials': ({ accounts }) => accounts.findByCredentials(tenant.id, ['1']),
  'accounts.findStatuses': ({ accounts }) => accounts.findStatuses(['1', '2']),
  'accounts.findReservedBefore': ({ accounts }) => accounts.findReservedBefore(now),
  'accounts.findUsernames': ({ accounts }) => accounts.findUsernames(['1', '2']),
  'accounts.update': ({ accounts }) => accounts.update(account),
  'accounts.noteLogin': ({ accounts }) => accounts.noteLogin(account.id, { at: now }),
  'accounts.search': ({ accounts }) =>
    accounts.search(tenant.id, { text: 'a', state: 'active', role: 'user', limit: 10 }),
  'accounts.countAdministrators': ({ accounts }) => accounts.countAdministrators(tenant.id),
  'accounts.findRemoving': ({ accounts }) => accounts.findRemoving({ limit: 10 }),
  'accounts.remove': ({ accounts }) => accounts.remove('another'),
  'externalIdentities.listOfAccount': (tx) => tx.externalIdentities.listOfAccount(account.id),
  'otpChallenges.put': ({ otpChallenges }) => otpChallenges.put(challenge),
  'otpChallenges.findByAccount': ({ otpChallenges }) => otpChallenges.findByAccount('1'),
  'otpChallenges.remove': ({ otpChallenges }) => otpChallenges.remove('1'),
  'otpChallenges.removeExpired': ({ otpChallenges }) => otpChallenges.removeExpired(now),
  'oneTimeTokens.find': (tx) => tx.oneTimeTokens.find('verify_email', 'digest'),
  'oneTimeTokens.findNewest': (tx) => tx.oneTimeTokens.findNewest('verify_email', '1'),
  'oneTimeTokens.update': ({ oneTimeTokens }) => oneTimeTokens.update(token),
  'oneTimeTokens.removeAll': (tx) => tx.oneTimeTokens.removeAll('verify_email', '1'),
  'oneTimeTokens.findLeased': (tx) => tx.oneTimeTokens.findLeased('reset_password'),
  'oneTimeTokens.removeExpired': ({ oneTimeTokens }) => oneTimeTokens.removeExpired(now),
  'invitations.insert': ({ invitations }) => invitations.insert(invitation),
  'invitations.find': ({ invitations }) => invitations.find(invitation.id),
  'invitations.findByDigest': ({ invitations }) => invitations.findByDigest('digest'),
  'invitations.findByEmail': ({ invitations }) => invitations.findByEmail('bob@example.org'),
  'invitations.listOfTenant': (tx) => tx.invitations.listOfTenant(tenant.id, { limit: 10 }),
  'invitations.update': ({ invitations }) => invitations.update(invitation),
  'invitations.remove': ({ invitations }) => invitations.remove(invitation.id),
  'invitations.removeExpired': ({ invitations }) => invitations.removeExpired(now),
  'sessions.find': ({ sessions }) => sessions.find(session.id),
  'sessions.findMany': ({ sessions }) => sessions.findMany(['1', '2']),
  'sessions.update': ({ sessions }) => sessions.update(session),
  'sessions.endAll': ({ sessions }) => sessions.endAll(account.id, now),
  'sessions.hasLive': ({ sessions }) => sessions.hasLive(account.id, now),
  'sessions.countLive': ({ sessions }) => sessions.countLive(now),
  'sessions.removeExpired': ({ sessions }) => sessions.removeExpired(now),
  'sessions.listOfAccount': ({ sessions }) => sessions.listOfAccount(account.id),
  'sessions.listLive': ({ sessions }) => sessions.listLive(account.id, now),
  'apiKeys.insert': ({ apiKeys }) => apiKeys.insert(apiKey, 'text'),
  'apiKeys.find': ({ apiKeys }) => apiKeys.find(apiKey.id),
  'apiKeys.findByText': ({ apiKeys }) => apiKeys.findByText('text', now),
  'apiKeys.listOfAccount': ({ apiKeys }) => apiKeys.listOfAccount(account.id),
  'apiKeys.update': ({ apiKeys }) => apiKeys.update(apiKey),
  'apiKeys.remove': ({ apiKeys }) => apiKeys.remove(apiKey.id),
  'apiKeys.removeAll': ({ apiKeys }) => apiKeys.removeAll(account.id),
  'apiKeys.removeExpired': ({ apiKeys }) => apiKeys.removeExpired(now),
  'endings.add': ({ endings }) => endings.add([ending]),
  'endings.find': ({ endings }) => endings.find('login', '1'),
  'endings.listSince': ({ endings }) => endings.listSince('session', now.getTime()),
  'endings.removeExpired': ({ endings }) => endings.removeExpired(now),
  'outbox.find': ({ outbox }) => outbox.find(entry.id),
  'outbox.leaseDue': async ({ outbox }) => {
    await outbox.add(entry)
    await outbox.leaseDue(now, limits, { by: '', until: now })
  },
  'outbox.listLeases': ({ outbox }) => outbox.listLeases(),
  'outbox.releaseLease': ({ outbox }) => outbox.releaseLease({ by: '1', until: now }),
  'outbox.isLeased': ({ outbox }) => outbox.isLeased({ id: '1', leaseUntil: now }),
  'outbox.releaseLeases': ({ outbox }) => outbox.releaseLeases(),
  'outbox.postpone': ({ outbox }) =>
    outbox.postpone({ id: '1', leaseUntil: now }, { attempts: 1, dueAt: now, reason: 'reason' }),
  'outbox.markSent': ({ outbox }) => outbox.markSent('1', now),
  'outbox.countSince': ({ outbox }) => outbox.countSince('1', 'otp', now),
  'outbox.cancel': ({ outbox }) => outbox.cancel('1', 'otp', now),
  'outbox.removeSettled': ({ outbox }) => outbox.removeSettled(now),
  'auditLog.list of an account': ({ auditLog }) => auditLog.list({ accountId: '1', limit: 10 }),
  'auditLog.list of a tenant': ({ auditLog }) => auditLog.list({ tenantId: '1', limit: 10 }),
  'auditLog.list of an actor': ({ auditLog }) => auditLog.list({ actorId: '1', limit: 10 }),
  'auditLog.list of a time': ({ auditLog }) => auditLog.list({ from: now, to: now, limit: 10 }),
  'auditLog.list after an entry': ({ auditLog }) =>
    auditLog.list({ after: { at: now, seq: 1 }, limit: 10 }),
  'auditChain.findSeal': ({ auditChain }) => auditChain.findSeal(),
  'auditChain.listWaiting': ({ auditChain }) => auditChain.listWaiting(10),
  'auditChain.countWaiting': ({ auditChain }) => auditChain.countWaiting(),
  'auditChain.link': ({ auditChain }) => auditChain.link([{ seq: 1, position: 1, hash: '' }]),
  'auditChain.listChained': ({ auditChain }) => auditChain.listChained(1, 10),
  'auditChain.removeThrough': ({ auditChain }) => auditChain.removeThrough(1),
}

/** How statements find what they are about. @param address Known when a test runs. */
export function describeQueryPlans(name: string, address: () => string): void {
  describe(`statements on ${name}`, () => {
    let database: RecordedDatabase

    beforeAll(async () => {
      database = recordStatements(await openTestDatabase(address()))
      await createSqlStore(database, { sealer: toySealer }).transaction(async (tx) => {
        await tx.tenants.insert(tenant)
        await tx.accounts.insert(account)
      })
    })
    afterAll(() => database.close())

    /** Reads of whole tables in what some work asks. */
    async function wholeReadsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
      const before = database.statements.length
      await work()
      const asked = database.statements.slice(before)
      expect(asked).not.toEqual([])
      const found: string[] = []
      for (const statement of asked) found.push(...(await wholeReads(database, statement)))
      return found
    }

    const inStore = (work: (tx: Transaction) => Promise<unknown>) => () =>
      createSqlStore(database, { sealer: toySealer }).transaction(work)

    it.each(Object.entries(questions))('%s reads no whole table', async (_, question) => {
      expect(await wholeReadsOf(inStore(question))).toEqual([])
    })

    it('a password is found without reading all', async () => {
      expect(await wholeReadsOf(() => createLocalUsers(database).find(user))).toEqual([])
    })

    it('a user is removed by the username without reading all', async () => {
      const nameless = { ...user, credentialId: '' }
      expect(await wholeReadsOf(() => createLocalUsers(database).remove(nameless))).toEqual([])
    })

    it('accounts whose key has no hash are found without reading all', async () => {
      expect(await wholeReadsOf(() => fillApiKeyHashes(database, { sealer: toySealer }))).toEqual(
        [],
      )
    })

    it('the mails that wait are read without those that were sent', async () => {
      await readOutboxBacklog(database)
      const plan = JSON.stringify(await readPlan(database, database.statements.at(-1) ?? none))
      expect(plan).toMatch(/outbox_(waiting|tried)/)
    })

    it('the next mails are taken without sorting all that wait', async () => {
      const before = database.statements.length
      await inStore(({ outbox }) => outbox.leaseDue(now, limits, { by: '', until: now }))()
      const plans = []
      for (const statement of database.statements.slice(before)) {
        plans.push(...(await readPlan(database, statement)))
      }
      expect(plans.length).toBeGreaterThan(1)
      expect(JSON.stringify(plans)).not.toMatch(/TEMP B-TREE|"Sort"/)
    })

    it('a table that is read as a whole is noticed', async () => {
      const ask = () =>
        database.db.selectFrom('accounts').select('id').where('email', '=', 'x').execute()
      expect(await wholeReadsOf(ask)).toEqual(['SCAN accounts'])
    })
  })
}

const none = { sql: 'select 1', parameters: [] }
