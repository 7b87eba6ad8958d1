import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { credentialStoreQueries } from '../credential-store-queries.ts'
import type { Database } from '../database.ts'
import { databaseNow } from '../database-now.ts'

/** How long a turn lasts that is not ended: so long the others wait for a process that died in it. */
const turnMs = 5000

/**
 * The `PasswordTurns` of `@gatehouse/keycloak`. Adapters do not import each other, so it stands here
 * again; the gateway, which puts them together, has a test that both are the same.
 */
export interface SqlPasswordTurns {
  /**
   * Takes the turn of a user, unless another has it.
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
export function createSqlPasswordTurns(database: Database): SqlPasswordTurns {
  // Outside of transactions: of two who take the same row, the server lets one wait.
  const { read } = credentialStoreQueries(database)
  const now = databaseNow(database.flavour)

  return {
    async take(credentialId) {
      const holder = randomUUID()
      const taken = await read((db) =>
        db
          .insertInto('password_turns')
          .values({ user_id: credentialId, holder, held_until: sql`${now} + ${sql.lit(turnMs)}` })
          .onConflict((conflict) =>
            conflict
              .column('user_id')
              .doUpdateSet((row) => ({
                holder: row.ref('excluded.holder'),
                held_until: row.ref('excluded.held_until'),
              }))
              .where((row) =>
                row.or([
                  // The same turn again, when the first answer was lost.
                  row('password_turns.holder', '=', holder),
                  row('password_turns.held_until', '<=', now),
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
            .deleteFrom('password_turns')
            .where('user_id', '=', credentialId)
            .where('holder', '=', holder)
            .execute(),
        )
      }
    },
  }
}
