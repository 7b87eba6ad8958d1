import type { CredentialStore, NewTenant } from '@gatehouse/auth-core/ports'
import type { Database } from '../src/index.ts'
import { tenant as sample } from './samples.ts'

/**
 * The same store for tests that make realms without a sign-up: the reservation is made before, and
 * who does not get it is answered as the sign-up would be.
 */
export function withReservations(database: Database, store: CredentialStore): CredentialStore {
  return {
    ...store,
    async createTenant(tenant, firstUser) {
      const isReserved = await isFirst(database, tenant)
      try {
        return await store.createTenant(tenant, firstUser)
      } catch (error) {
        if (isReserved) throw error
        return null
      }
    },
    async removeTenant(tenant) {
      await store.removeTenant(tenant)
      const { id, reservation } = tenant
      await database.transaction((db) =>
        db
          .deleteFrom('tenants')
          .where('id', '=', id)
          .where('reservation', '=', reservation)
          .execute(),
      )
    },
  }
}

/** Reserves the name unless it is reserved. Where the database fails, the store is to say so. */
async function isFirst(database: Database, tenant: NewTenant): Promise<boolean> {
  try {
    return await database.transaction(async (db) => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('tenants')
        .values(rowOf(tenant))
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 1n
    })
  } catch {
    return true
  }
}

/** Puts the reservation of a sign-up that is under way on record, in place of what is there. */
export async function reserveFor(database: Database, tenant: NewTenant): Promise<void> {
  const row = rowOf(tenant)
  await database.transaction((db) =>
    db
      .insertInto('tenants')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute(),
  )
}

function rowOf({ id, name, reservation }: NewTenant) {
  return {
    id,
    name,
    standing: 'reserved',
    reservation,
    reserved_by: '',
    otp_enabled: 1,
    created_at: sample.createdAt.getTime(),
  } as const
}
