import type { AccountRepository } from '@gatehouse/auth-core/ports'
import type { Kysely } from 'kysely'
import { toDate } from '../columns.ts'
import { write } from '../deferred-writes.ts'
import { inChunks } from '../in-chunks.ts'
import type { Schema } from '../schema.ts'
import type { Sealer } from '../sealer.ts'
import { fromRow, toRow } from './account-record.ts'
import { createMemberQueries } from './member-queries.ts'
import { createMembershipQueries } from './membership-queries.ts'

/** Accounts within one transaction; API keys are kept sealed, and found by a keyed hash. */
export function createSqlAccountRepository(db: Kysely<Schema>, sealer: Sealer): AccountRepository {
  const accounts = () => db.selectFrom('accounts').selectAll()

  return {
    async insert(account) {
      const inserted = await db
        .insertInto('accounts')
        .values(toRow(account, sealer))
        .onConflict((conflict) => conflict.column('username').doNothing())
        .returning('id')
        .executeTakeFirst()
      return inserted !== undefined
    },

    async find(id) {
      const row = await accounts().where('id', '=', id).executeTakeFirst()
      return row && fromRow(row, sealer)
    },

    async findByUsername(username) {
      const row = await accounts().where('username', '=', username).executeTakeFirst()
      return row && fromRow(row, sealer)
    },

    async findByEmail(emailCanonical) {
      const rows = await accounts()
        .where('email_canonical', '=', emailCanonical)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map((row) => fromRow(row, sealer))
    },

    async findUnconfirmedBefore(moment, page) {
      const rows = await selectUnconfirmed(db, moment, page)
      return rows.map((row) => fromRow(row, sealer))
    },

    async listOfTenant(tenantId, { after = '', limit }) {
      const ofTenant = accounts().where('tenant_id', '=', tenantId).where('id', '>', after)
      const rows = await ofTenant.orderBy('id').limit(limit).execute()
      return rows.map((row) => fromRow(row, sealer))
    },

    async findByCredentials(tenantId, credentialIds) {
      if (credentialIds.length === 0) return []
      const rows = await accounts()
        .where('tenant_id', '=', tenantId)
        .where('credential_id', 'in', credentialIds)
        .execute()
      return rows.map((row) => fromRow(row, sealer))
    },

    async findStatuses(ids) {
      const rows = await inChunks(ids, (chunk) => selectStatuses(db, chunk))
      return rows.map(({ id, standing, tenant_standing, closes_at }) => ({
        accountId: id,
        account: { status: standing },
        tenant: { status: tenant_standing, closesAt: toDate(closes_at) },
      }))
    },

    async findReservedBefore(moment) {
      const rows = await selectReserved(db, moment)
      return rows.map((row) => fromRow(row, sealer))
    },

    findUsernames: (ids) => inChunks(ids, (chunk) => selectUsernames(db, chunk)),

    async update(account) {
      await write(
        db,
        db.updateTable('accounts').set(toRow(account, sealer)).where('id', '=', account.id),
      )
    },

    async noteLogin(id, { at, language }) {
      const changed = { last_login_at: at.getTime(), ...(language !== undefined && { language }) }
      await write(db, db.updateTable('accounts').set(changed).where('id', '=', id))
    },

    ...createMemberQueries({ db, sealer }),
    ...createMembershipQueries({ db, sealer }),

    remove: (id) => removeAccount(db, id),
  }
}

function selectUnconfirmed(
  db: Kysely<Schema>,
  moment: Date,
  { after = '', limit }: Parameters<AccountRepository['findUnconfirmedBefore']>[1],
) {
  return db
    .selectFrom('accounts')
    .selectAll()
    .where('email_verified', '=', 0)
    .where('id', '>', after)
    .where('standing', '=', 'active')
    .where('created_at', '<', moment.getTime())
    .orderBy('id')
    .limit(limit)
    .execute()
}

function selectReserved(db: Kysely<Schema>, moment: Date) {
  return db
    .selectFrom('accounts')
    .selectAll()
    .where('standing', '=', 'reserved')
    .where('created_at', '<', moment.getTime())
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The database deletes referencing rows with the account; mails have no reference. */
async function removeAccount(db: Kysely<Schema>, id: string): Promise<void> {
  await write(db, db.deleteFrom('outbox').where('account_id', '=', id))
  await write(db, db.deleteFrom('accounts').where('id', '=', id))
}

function selectUsernames(db: Kysely<Schema>, ids: readonly string[]) {
  return db.selectFrom('accounts').select(['id', 'username']).where('id', 'in', ids).execute()
}

function selectStatuses(db: Kysely<Schema>, ids: readonly string[]) {
  return db
    .selectFrom('accounts')
    .innerJoin('tenants', 'tenants.id', 'accounts.tenant_id')
    .select([
      'accounts.id',
      'accounts.standing',
      'tenants.standing as tenant_standing',
      'tenants.closes_at',
    ])
    .where('accounts.id', 'in', ids)
    .execute()
}
