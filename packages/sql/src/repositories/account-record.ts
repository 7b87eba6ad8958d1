import type { Account } from '@gatehouse/auth-core/ports'
import type { AccountRow } from '../account-rows.ts'
import { toDate, toFlag, toMillis } from '../columns.ts'
import { fromJson, toJson } from '../json.ts'
import { openSealed, type Sealer } from '../sealer.ts'
import { apiKeyLookup, sealedFor } from '../sealing/contexts.ts'

/** An account as its row. */
export function toRow(account: Account, sealer: Sealer): AccountRow {
  return {
    id: account.id,
    tenant_id: account.tenantId,
    username: account.username,
    email: account.email,
    email_canonical: account.emailCanonical,
    email_verified: toFlag(account.emailVerified),
    pending_email: account.pendingEmail,
    first_name: account.firstName,
    last_name: account.lastName,
    role: account.role,
    machine_role: account.machineRole,
    groups: toJson(account.groups),
    api_key: sealer.seal(account.apiKey, sealedFor.apiKey(account.id)),
    api_key_hash: sealer.lookupHashes(account.apiKey, apiKeyLookup)[0],
    api_key_last_used_at: toMillis(account.apiKeyLastUsedAt),
    credential_id: account.credentialId,
    credential_version: account.credentialVersion,
    standing: account.status,
    created_at: account.createdAt.getTime(),
    last_login_at: toMillis(account.lastLoginAt),
    language: account.language,
  }
}

/** The account that a row holds. */
export function fromRow(row: AccountRow, sealer: Sealer): Account {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    username: row.username,
    email: row.email,
    emailCanonical: row.email_canonical,
    emailVerified: row.email_verified === 1,
    pendingEmail: row.pending_email,
    firstName: row.first_name,
    lastName: row.last_name,
    role: row.role,
    machineRole: row.machine_role,
    groups: fromJson(row.groups),
    apiKey: openSealed(sealer, row.api_key, sealedFor.apiKey(row.id)),
    apiKeyLastUsedAt: toDate(row.api_key_last_used_at),
    credentialId: row.credential_id,
    credentialVersion: row.credential_version,
    status: row.standing,
    createdAt: new Date(row.created_at),
    lastLoginAt: toDate(row.last_login_at),
    language: row.language,
  }
}
