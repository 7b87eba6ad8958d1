import type { TenantRepository } from '@gatehouse/auth-core/ports'
import type { Kysely } from 'kysely'
import { write } from '../deferred-writes.ts'
import type { Schema } from '../schema.ts'
import { fromRow, toRow } from './tenant-record.ts'

/** Tenants within one transaction. */
export function createSqlTenantRepository(db: Kysely<Schema>): TenantRepository {
  return {
    async insert(tenant) {
      const inserted = await db
        .insertInto('tenants')
        .values(toRow(tenant))
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst()
      return inserted !== undefined
    },

    async find(id) {
      const row = await db.selectFrom('tenants').selectAll().where('id', '=', id).executeTakeFirst()
      return row && fromRow(row)
    },

    async update(tenant) {
      await write(db, db.updateTable('tenants').set(toRow(tenant)).where('id', '=', tenant.id))
    },

    // The database deletes accounts and referencing rows with the tenant (`on delete cascade`); mails have no
    // reference.
    async remove(id) {
      const accounts = db.selectFrom('accounts').select('id').where('tenant_id', '=', id)
      await write(db, db.deleteFrom('outbox').where('account_id', 'in', accounts))
      await write(db, db.deleteFrom('tenants').where('id', '=', id))
    },

    async findReservedBefore(moment) {
      const rows = await db
        .selectFrom('tenants')
        .selectAll()
        .where('standing', '=', 'reserved')
        .where('created_at', '<', moment.getTime())
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(fromRow)
    },

    async findClosedBefore(moment) {
      const rows = await db
        .selectFrom('tenants')
        .selectAll()
        .where('closes_at', '<=', moment.getTime())
        .orderBy('closes_at')
        .execute()
      return rows.map(fromRow)
    },

    async list({ after = '', limit }) {
      const rows = await db
        .selectFrom('tenants')
        .selectAll()
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(fromRow)
    },
  }
}
