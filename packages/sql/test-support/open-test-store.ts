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

/** @param address A file, `:memory:`, or the URL of a PostgreSQL. */
export async function openTestStore(address = ':memory:'): Promise<TestStore> {
  const database = await openTestDatabase(address)
  return { database, store: createSqlStore(database, { sealer: toySealer }) }
}

/** As {@link openTestStore}, without a store. */
export async function openTestDatabase(address: string): Promise<Database> {
  const database = openDatabase(address)
  await migrate(database)
  return database
}

/** As {@link openTestDatabase}, as it is. */
export function openDatabase(address: string): Database {
  return address.startsWith('postgres:')
    ? openPostgresDatabase({ url: address })
    : openSqliteDatabase({ file: address })
}

/** Adds the tenant and the account of the samples. */
export async function addAccount(store: Store): Promise<void> {
  await store.transaction(async (tx) => {
    await tx.tenants.insert(tenant)
    await tx.accounts.insert(account)
  })
}
