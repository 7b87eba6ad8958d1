import type { Tenant, TenantRepository } from '@gatehouse/auth-core/ports'
import type { Kysely } from 'kysely'
import type { TenantRow } from '../account-rows.ts'
import { toDate, toFlag, toMillis } from '../columns.ts'
import { fromJson, toJson } from '../json.ts'
import type { Schema } from '../schema.ts'

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
      await db.updateTable('tenants').set(toRow(tenant)).where('id', '=', tenant.id).execute()
    },

    // The database deletes accounts and referencing rows with the tenant (`on delete cascade`); mails have no
    // reference.
    async remove(id) {
      const accounts = db.selectFrom('accounts').select('id').where('tenant_id', '=', id)
      await db.deleteFrom('outbox').where('account_id', 'in', accounts).execute()
      await db.deleteFrom('tenants').where('id', '=', id).execute()
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

function toRow(tenant: Tenant): TenantRow {
  return {
    id: tenant.id,
    name: tenant.name,
    standing: tenant.status,
    reservation: tenant.reservation,
    reserved_by: tenant.reservedBy,
    otp_enabled: toFlag(tenant.otpEnabled),
    otp_exempt_clients: tenant.otpExemptClients && toJson(tenant.otpExemptClients),
    max_session_seconds: tenant.maxSessionSeconds,
    closes_at: toMillis(tenant.closesAt),
    created_at: tenant.createdAt.getTime(),
  }
}

function fromRow(row: TenantRow): Tenant {
  return {
    id: row.id,
    name: row.name,
    status: row.standing,
    reservation: row.reservation,
    reservedBy: row.reserved_by,
    otpEnabled: row.otp_enabled === 1,
    otpExemptClients: row.otp_exempt_clients === null ? null : fromJson(row.otp_exempt_clients),
    maxSessionSeconds: row.max_session_seconds,
    closesAt: toDate(row.closes_at),
    createdAt: new Date(row.created_at),
  }
}
