import type { Tenant } from '@gatehouse/auth-core/ports'
import type { TenantRow } from '../account-rows.ts'
import { toDate, toFlag, toMillis } from '../columns.ts'
import { fromJson, toJson } from '../json.ts'

/** A tenant as its row. */
export function toRow(tenant: Tenant): TenantRow {
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

/** The tenant that a row holds. */
export function fromRow(row: TenantRow): Tenant {
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
