import type { Defect } from '../defect.ts'

/** Defects of the store on SQL: tokens, codes, mails, sessions, keys, tenants and transactions. */
export const sqlSessionDefects: readonly Defect[] = [
  {
    file: 'packages/sql/src/repositories/one-time-token-repository.ts',
    find: `.where('digest', '=', digest)
        .where('purpose', '=', purpose)`,
    replace: `.where('digest', '=', digest)`,
    breaks: 'a token is found for its own purpose alone',
  },
  {
    file: 'packages/sql/src/repositories/one-time-token-repository.ts',
    find: `.orderBy('created_at', 'desc')`,
    replace: `.orderBy('created_at')`,
    breaks: 'the newest token is found',
  },
  {
    file: 'packages/sql/src/repositories/one-time-token-repository.ts',
    find: `.where('claimed_until', 'is', null)
`,
    replace: `
`,
    breaks: 'an expired token under a lease is kept',
  },
  {
    file: 'packages/sql/src/repositories/otp-challenge-repository.ts',
    find: `.onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))`,
    replace: `.onConflict((conflict) => conflict.column('account_id').doNothing())`,
    breaks: 'a new code takes the place of the old one',
  },
  {
    file: 'packages/sql/src/repositories/otp-challenge-repository.ts',
    find: `await write(db, db.deleteFrom('otp_challenges'))`,
    replace: `await write(db, db.deleteFrom('otp_challenges').where('account_id', '=', ''))`,
    breaks: 'no code is left once all are removed',
  },
  {
    file: 'packages/sql/src/repositories/outbox.ts',
    find: `.where('id', '=', id).where('leased_until', '=', leaseUntil.getTime())`,
    replace: `.where('id', '=', id)`,
    breaks: 'a mail stays with the worker that leased it last',
  },
  {
    file: 'packages/sql/src/repositories/outbox.ts',
    find: `db.updateTable('outbox').where('settled_at', 'is', null)`,
    replace: `db.updateTable('outbox')`,
    breaks: 'a mail that was sent is not handed out again',
  },
  {
    file: 'packages/sql/src/repositories/outbox-leases.ts',
    find: `where(column, '<=', now.getTime())`,
    replace: `where(column, '<', now.getTime())`,
    breaks: 'a mail is due at its moment',
  },
  {
    file: 'packages/sql/src/repositories/outbox-leases.ts',
    find: `where(column, '>', furthest.getTime())`,
    replace: `where(column, '<', now.getTime())`,
    breaks: 'a mail that a wrong clock has put far ahead is due',
  },
  {
    file: 'packages/sql/src/repositories/outbox.ts',
    find: `.where('created_at', '>=', since.getTime())`,
    replace: `.where('created_at', '>', since.getTime())`,
    breaks: 'a mail that was added at the moment itself counts',
  },
  {
    file: 'packages/sql/src/repositories/outbox.ts',
    find: `.where('settled_at', '<', before.getTime())`,
    replace: `.where('settled_at', '<=', before.getTime())`,
    breaks: 'a mail that was settled at the moment itself is kept',
  },
  {
    file: 'packages/sql/src/repositories/outbox.ts',
    find: '.set({ settled_at: at.getTime(), content: null, reason })',
    replace: '.set({ settled_at: at.getTime(), reason })',
    breaks: 'the content of a mail that was given up is removed',
  },
  {
    file: 'packages/sql/src/repositories/outbox.ts',
    find: 'not_after: toMillis(entry.notAfter)',
    replace: 'not_after: null',
    breaks: 'a mail keeps the moment after which it is of no use',
  },
  {
    file: 'packages/sql/src/repositories/replica-repository.ts',
    find: `.where('alive_until', '>', now.getTime())`,
    replace: `.where('alive_until', '>=', now.getTime())`,
    breaks: 'a replica is not alive at the moment at which it is dead',
  },
  {
    file: 'packages/sql/src/repositories/session-repository.ts',
    find: `.set({ ended_at: at.getTime() })
          .where('account_id', '=', accountId)
          .where('ended_at', 'is', null)`,
    replace: `.set({ ended_at: at.getTime() })
          .where('account_id', '=', accountId)`,
    breaks: 'sessions that have ended keep the time of their end',
  },
  {
    file: 'packages/sql/src/repositories/session-repository.ts',
    find: `.where('expires_at', '<', before.getTime())`,
    replace: `.where('expires_at', '<=', before.getTime())`,
    breaks: 'a session that expires at the moment itself is kept',
  },
  {
    file: 'packages/sql/src/repositories/session-repository.ts',
    find: 'lastSeenAt: new Date(row.last_seen_at ?? row.issued_at)',
    replace: 'lastSeenAt: new Date(row.issued_at)',
    breaks: 'a session keeps when it was last seen',
  },
  {
    file: 'packages/sql/src/repositories/signing-key-repository.ts',
    find: 'revoked_at: toMillis(key.revokedAt)',
    replace: 'revoked_at: null',
    breaks: 'a key that was withdrawn stays so',
  },
  {
    file: 'packages/sql/src/repositories/tenant-repository.ts',
    find: `.where('closes_at', '<=', moment.getTime())`,
    replace: `.where('closes_at', '<', moment.getTime())`,
    breaks: 'a tenant that closes at the moment itself is found',
  },
  {
    file: 'packages/sql/src/repositories/tenant-record.ts',
    find: 'otp_exempt_clients: tenant.otpExemptClients && toJson(tenant.otpExemptClients)',
    replace: 'otp_exempt_clients: null',
    breaks: 'a tenant keeps the clients that need no code',
  },
  {
    file: 'packages/sql/src/create-sql-store.ts',
    find: 'database.transaction((transaction) =>',
    replace: 'database.read((transaction) =>',
    breaks: 'a failed transaction leaves nothing behind',
  },
  {
    file: 'packages/sql/src/sqlite/shared-sqlite-dialect.ts',
    find: `if (database.inTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))`,
    replace: `if (database.inTransaction) await connection.executeQuery(CompiledQuery.raw('commit'))`,
    breaks: 'a failed transaction leaves nothing behind',
  },
]
