import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { credentialStoreQueries } from '../credential-store-queries.ts'
import type { Database } from '../database.ts'
import { databaseNow } from '../database-now.ts'

/** How long a lease lasts that is not ended: so long the others wait for a process that died in it. */
const leaseMs = 5000

/**
 * The `PasswordLeases` of `@gatehouse/keycloak`. Adapters do not import each other, so it stands here
 * again; the gateway, which puts them together, has a test that both are the same.
 */
export interface SqlPasswordLeases {
  /**
   * Takes the lease of a user, unless another has it.
   *
   * @returns What ends it; `undefined` when another has it.
   * @throws {PortError} `credential_store` when the database fails.
   */
  take(credentialId: string): Promise<(() => Promise<void>) | undefined>
}

/**
 * Turns in a database that {@link migrate} has brought up to date: a row for each user whose password
 * is checked now, with a time of the database's own clock.
 */
export function createSqlPasswordLeases(database: Database): SqlPasswordLeases {
  // Outside of transactions: of two who take the same row, the server lets one wait.
  const { read } = credentialStoreQueries(database)
  const now = databaseNow(database.flavour)

  return {
    async take(credentialId) {
      const holder = randomUUID()
      const taken = await read((db) =>
        db
          .insertInto('password_leases')
          .values({
            user_id: credentialId,
            holder,
            leased_until: sql`${now} + ${sql.lit(leaseMs)}`,
          })
          .onConflict((conflict) =>
            conflict
              .column('user_id')
              .doUpdateSet((row) => ({
                holder: row.ref('excluded.holder'),
                leased_until: row.ref('excluded.leased_until'),
              }))
              .where((row) =>
                row.or([
                  // The same lease again, when the first answer was lost.
                  row('password_leases.holder', '=', holder),
                  row('password_leases.leased_until', '<=', now),
                ]),
              ),
          )
          .returning('user_id')
          .executeTakeFirst(),
      )
      if (taken === undefined) return undefined
      return async () => {
        await read((db) =>
          db
            .deleteFrom('password_leases')
            .where('user_id', '=', credentialId)
            .where('holder', '=', holder)
            .execute(),
        )
      }
    },
  }
}
