import type { Store } from '@gatehouse/auth-core/ports'
import {
  createSqlStore,
  type Database,
  migrate,
  openPostgresDatabase,
  openSqliteDatabase,
} from '../src/index.ts'
import { account, tenant } from './samples.ts'
import { toySealer } from './toy-sealer.ts'

/** A migrated database and a store on it. */
export interface TestStore {
  readonly database: Database
  readonly store: Store
}

/**
 * Opens a migrated database with a store on it.
 *
 * @param address A file, `:memory:`, or a PostgreSQL URL.
 */
export async function openTestStore(address = ':memory:'): Promise<TestStore> {
  const database = await openTestDatabase(address)
  return { database, store: createSqlStore(database, { sealer: toySealer }) }
}

/** Opens a migrated database, as {@link openTestStore} does. */
export async function openTestDatabase(address: string): Promise<Database> {
  const database = openDatabase(address)
  await migrate(database)
  return database
}

/** Opens a database as it is, without tables if it is new. */
export function openDatabase(address: string): Database {
  return address.startsWith('postgres:')
    ? openPostgresDatabase({ url: address })
    : openSqliteDatabase({ file: address })
}

/** Adds the sample tenant and the sample account. */
export async function addAccount(store: Store): Promise<void> {
  await store.transaction(async (tx) => {
    await tx.tenants.insert(tenant)
    await tx.accounts.insert(account)
  })
}
