import type { ApiKey, FoundApiKey } from '@gatehouse/auth-core/ports'
import type { Kysely } from 'kysely'
import type { AccountRow, ApiKeyRow, TenantRow } from '../account-rows.ts'
import { toDate } from '../columns.ts'
import type { Schema } from '../schema.ts'
import type { Sealer } from '../sealer.ts'
import { apiKeyLookup } from '../sealing/contexts.ts'
import { fromRow } from './account-record.ts'

interface Reading {
  readonly db: Kysely<Schema>
  readonly sealer: Sealer
}

/** What a key is looked for by. */
interface Sought {
  readonly text: string
  /** The hash that further keys of this text are kept under. */
  readonly keyHash: string
  readonly now: Date
}

/** A key of an account by its text, the first one too, with account and tenant, in one statement. */
export async function findApiKey(
  { db, sealer }: Reading,
  { text, keyHash, now }: Sought,
): Promise<FoundApiKey | undefined> {
  if (text === '') return undefined
  const rows = await selectRows(db, keyHash, sealer.lookupHashes(text, apiKeyLookup))
  for (const row of rows) {
    const account = fromRow(row, sealer)
    const key = keyOf(row)
    // A release that knows no hash may have changed the first key since.
    const isFound = key ? key.expiresAt === null || now < key.expiresAt : account.apiKey === text
    const tenant = {
      id: row.tenant_id,
      name: row.tenant_name,
      status: row.tenant_standing,
      closesAt: toDate(row.closes_at),
    }
    if (isFound) return { key, account, tenant }
  }
  return undefined
}

type JoinedRow = AccountRow & {
  readonly tenant_name: TenantRow['name']
  readonly tenant_standing: TenantRow['standing']
  readonly closes_at: TenantRow['closes_at']
  readonly key_id: ApiKeyRow['id'] | null
  readonly key_name: ApiKeyRow['name'] | null
  readonly key_created_at: ApiKeyRow['created_at'] | null
  readonly key_expires_at: ApiKeyRow['expires_at']
  readonly key_last_used_at: ApiKeyRow['last_used_at']
}

function selectRows(
  db: Kysely<Schema>,
  keyHash: string,
  firstKeyHashes: readonly string[],
): Promise<readonly JoinedRow[]> {
  const holder = db.selectFrom('api_keys').select('account_id').where('key_hash', '=', keyHash)
  return db
    .selectFrom('accounts')
    .innerJoin('tenants', 'tenants.id', 'accounts.tenant_id')
    .leftJoin('api_keys', (join) =>
      join.onRef('api_keys.account_id', '=', 'accounts.id').on('key_hash', '=', keyHash),
    )
    .selectAll('accounts')
    .select([
      'tenants.name as tenant_name',
      'tenants.standing as tenant_standing',
      'tenants.closes_at',
      'api_keys.id as key_id',
      'api_keys.name as key_name',
      'api_keys.created_at as key_created_at',
      'api_keys.expires_at as key_expires_at',
      'api_keys.last_used_at as key_last_used_at',
    ])
    .where((where) =>
      where.or([
        where('accounts.api_key_hash', 'in', firstKeyHashes),
        where('accounts.id', '=', holder),
      ]),
    )
    .execute()
}

function keyOf(row: JoinedRow): ApiKey | null {
  if (row.key_id === null || row.key_name === null || row.key_created_at === null) return null
  return {
    id: row.key_id,
    accountId: row.id,
    name: row.key_name,
    createdAt: new Date(row.key_created_at),
    expiresAt: toDate(row.key_expires_at),
    lastUsedAt: toDate(row.key_last_used_at),
  }
}
