import type { AccountRepository, Membership } from '@gatehouse/auth-core/ports'
import type { Kysely } from 'kysely'
import type { AccountRow, TenantRow } from '../account-rows.ts'
import type { Schema } from '../schema.ts'
import type { Sealer } from '../sealer.ts'
import { fromRow } from './account-record.ts'
import { fromRow as tenantFromRow } from './tenant-record.ts'

interface Records {
  readonly db: Kysely<Schema>
  readonly sealer: Sealer
}

/** The queries that read accounts together with their tenants, each in one statement. */
export function createMembershipQueries({
  db,
  sealer,
}: Records): Pick<AccountRepository, 'findMembership' | 'findMemberships'> {
  return {
    async findMembership(id) {
      const row = await selectMemberships(db).where('accounts.id', '=', id).executeTakeFirst()
      return row && toMembership(row, sealer)
    },

    async findMemberships(emailCanonical) {
      const rows = await selectMemberships(db)
        .where('accounts.email_canonical', '=', emailCanonical)
        .orderBy('accounts.created_at')
        .orderBy('accounts.id')
        .execute()
      return rows.map((row) => toMembership(row, sealer))
    },
  }
}

type MembershipRow = AccountRow & {
  readonly [Column in keyof TenantRow as Column extends 'id'
    ? never
    : `tenant_${Column}`]: TenantRow[Column]
}

function selectMemberships(db: Kysely<Schema>) {
  return db
    .selectFrom('accounts')
    .innerJoin('tenants', 'tenants.id', 'accounts.tenant_id')
    .selectAll('accounts')
    .select([
      'tenants.name as tenant_name',
      'tenants.standing as tenant_standing',
      'tenants.reservation as tenant_reservation',
      'tenants.reserved_by as tenant_reserved_by',
      'tenants.otp_enabled as tenant_otp_enabled',
      'tenants.otp_exempt_clients as tenant_otp_exempt_clients',
      'tenants.max_session_seconds as tenant_max_session_seconds',
      'tenants.closes_at as tenant_closes_at',
      'tenants.created_at as tenant_created_at',
    ])
}

function toMembership(row: MembershipRow, sealer: Sealer): Membership {
  const tenant = tenantFromRow({
    id: row.tenant_id,
    name: row.tenant_name,
    standing: row.tenant_standing,
    reservation: row.tenant_reservation,
    reserved_by: row.tenant_reserved_by,
    otp_enabled: row.tenant_otp_enabled,
    otp_exempt_clients: row.tenant_otp_exempt_clients,
    max_session_seconds: row.tenant_max_session_seconds,
    closes_at: row.tenant_closes_at,
    created_at: row.tenant_created_at,
  })
  return { account: fromRow(row, sealer), tenant }
}
