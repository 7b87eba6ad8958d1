import type { Store } from '@gatehouse/auth-core'
import { createSqlStore, type Database, migrate, openSqliteDatabase } from '../src/index.ts'
import { account, tenant } from './samples.ts'
import { toySealer } from './toy-sealer.ts'

/** A migrated database and a store on it. */
export interface TestStore {
  readonly database: Database
  readonly store: Store
}

export async function openTestStore(file = ':memory:'): Promise<TestStore> {
  const database = await openTestDatabase(file)
  return { database, store: createSqlStore(database, { sealer: toySealer }) }
}

export async function openTestDatabase(file: string): Promise<Database> {
  const database = openSqliteDatabase({ file })
  await migrate(database)
  return database
}

/** Adds the tenant and the account of the samples. */
export async function addAccount(store: Store): Promise<void> {
  await store.transaction(async (tx) => {
    await tx.tenants.insert(tenant)
    await tx.accounts.insert(account)
  })
}
