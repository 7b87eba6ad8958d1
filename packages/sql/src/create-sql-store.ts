import { randomUUID } from 'node:crypto'
import type { Store, Transaction } from '@gatehouse/auth-core/ports'
import type { Kysely } from 'kysely'
import type { Database, Flavour } from './database.ts'
import { write } from './deferred-writes.ts'
import { createSqlAccountRepository } from './repositories/account-repository.ts'
import { createSqlApiKeyRepository } from './repositories/api-key-repository.ts'
import { createSqlAuditChain } from './repositories/audit-chain.ts'
import { createSqlAuditLog } from './repositories/audit-log.ts'
import { createSqlEndingRepository } from './repositories/ending-repository.ts'
import { createSqlExternalIdentityRepository } from './repositories/external-identity-repository.ts'
import { createSqlInvitationRepository } from './repositories/invitation-repository.ts'
import { createSqlOneTimeTokenRepository } from './repositories/one-time-token-repository.ts'
import { createSqlOtpChallengeRepository } from './repositories/otp-challenge-repository.ts'
import { createSqlOutbox } from './repositories/outbox.ts'
import { createSqlReplicaRepository } from './repositories/replica-repository.ts'
import { createSqlSessionRepository } from './repositories/session-repository.ts'
import { createSqlSigningKeyRepository } from './repositories/signing-key-repository.ts'
import { createSqlTenantRepository } from './repositories/tenant-repository.ts'
import type { Schema } from './schema.ts'
import type { Sealer } from './sealer.ts'

/** What the store needs besides its database. */
export interface SqlStoreOptions {
  /** Encrypts API keys, signing secrets and mails. */
  readonly sealer: Sealer
}

/**
 * A {@link Store} in a database that {@link migrate} has brought up to date.
 *
 * A transaction must not start another: on SQLite the second would wait for the first for ever, and
 * on PostgreSQL for a connection that the first may hold.
 */
export function createSqlStore(database: Database, { sealer }: SqlStoreOptions): Store {
  return {
    transaction: (work) =>
      database.transaction((transaction) =>
        work(repositories(transaction, sealer, database.flavour)),
      ),

    // Reading goes on while the disk is full, or the database is a standby: a login does not. No other
    // transaction sees the row, which is gone in the transaction that writes it.
    async checkReady() {
      const id = `ready ${randomUUID()}`
      const nothing = { started_at: 0, alive_until: 0, terminals: 0, seals_with: '' }
      await database.transaction(async (db) => {
        await write(db, db.insertInto('replicas').values({ id, ...nothing }))
        await write(db, db.deleteFrom('replicas').where('id', '=', id))
      })
    },
  }
}

function repositories(db: Kysely<Schema>, sealer: Sealer, flavour: Flavour): Transaction {
  return {
    tenants: createSqlTenantRepository(db),
    accounts: createSqlAccountRepository(db, sealer),
    externalIdentities: createSqlExternalIdentityRepository(db),
    otpChallenges: createSqlOtpChallengeRepository(db),
    oneTimeTokens: createSqlOneTimeTokenRepository(db),
    invitations: createSqlInvitationRepository(db),
    sessions: createSqlSessionRepository(db),
    apiKeys: createSqlApiKeyRepository(db, sealer),
    endings: createSqlEndingRepository(db, flavour),
    signingKeys: createSqlSigningKeyRepository(db, sealer),
    replicas: createSqlReplicaRepository(db),
    outbox: createSqlOutbox(db, sealer),
    auditLog: createSqlAuditLog(db),
    auditChain: createSqlAuditChain(db),
  }
}
