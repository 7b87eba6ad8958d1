import type { Kysely } from 'kysely'
import { credentialStoreQueries } from '../credential-store-queries.ts'
import type { Database } from '../database.ts'
import { fromJson, toJson } from '../json.ts'
import { requireReservation } from '../require-reservation.ts'
import type { RealmAccountRow, Schema } from '../schema.ts'
import { openSealed, type Sealer } from '../sealer.ts'
import { sealedFor } from '../sealing/contexts.ts'

/** The account through which we act in one realm of an identity server. */
export interface SqlRealmAccount {
  readonly reservation: string
  readonly realm: string
  readonly status: 'begun' | 'live' | 'abandoned'
  readonly secrets: { readonly login: string; readonly admin: string }
  readonly since: Date
}

/**
 * What the Keycloak adapter remembers of its realms: it has the promises. All methods throw a
 * {@link PortError} `credential_store` when the database fails.
 */
export interface SqlRealmAccounts {
  add(account: SqlRealmAccount): Promise<boolean>
  begin(account: SqlRealmAccount): Promise<boolean>
  find(reservation: string): Promise<SqlRealmAccount | undefined>
  findLive(realm: string): Promise<SqlRealmAccount | undefined>
  findAbandoned(realm?: string): Promise<readonly SqlRealmAccount[]>
  goLive(reservation: string, since: Date): Promise<boolean>
  mark(reservation: string, status: SqlRealmAccount['status'], since: Date): Promise<void>
  remove(reservation: string): Promise<void>
}

/** Needs a database that {@link migrate} has brought up to date. Secrets are kept sealed. */
export function createSqlRealmAccounts(
  database: Database,
  { sealer }: { readonly sealer: Sealer },
): SqlRealmAccounts {
  const ours = credentialStoreQueries(database)
  const select = (db: Kysely<Schema>) => db.selectFrom('realm_accounts').selectAll()
  const insert = async (db: Kysely<Schema>, account: SqlRealmAccount) => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('realm_accounts')
      .values(toRow(account, sealer))
      .onConflict((conflict) => conflict.column('reservation').doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  }

  return {
    add: (account) => ours.transaction((db) => insert(db, account)),

    begin: (account) =>
      ours.transaction(async (db) => {
        await requireReservation(db, { id: account.realm, reservation: account.reservation })
        return insert(db, account)
      }),

    find: (reservation) =>
      ours.read(async (db) => {
        const row = await select(db).where('reservation', '=', reservation).executeTakeFirst()
        return row && fromRow(row, sealer)
      }),

    findLive: (realm) =>
      ours.read(async (db) => {
        const row = await select(db)
          .where('realm', '=', realm)
          .where('standing', '=', 'live')
          .executeTakeFirst()
        return row && fromRow(row, sealer)
      }),

    findAbandoned: (realm) =>
      ours.read(async (db) => {
        const all = select(db).where('standing', '=', 'abandoned').orderBy('since')
        const chosen = realm === undefined ? all : all.where('realm', '=', realm)
        return (await chosen.execute()).map((row) => fromRow(row, sealer))
      }),

    goLive: (reservation, since) =>
      ours.transaction(async (db) => {
        const { numUpdatedRows } = await db
          .updateTable('realm_accounts')
          .set({ standing: 'live', since: since.getTime() })
          .where('reservation', '=', reservation)
          .where('standing', '=', 'begun')
          .executeTakeFirstOrThrow()
        return numUpdatedRows === 1n
      }),

    mark: (reservation, status, since) =>
      ours.transaction(async (db) => {
        await db
          .updateTable('realm_accounts')
          .set({ standing: status, since: since.getTime() })
          .where('reservation', '=', reservation)
          .execute()
      }),

    remove: (reservation) =>
      ours.transaction(async (db) => {
        await db.deleteFrom('realm_accounts').where('reservation', '=', reservation).execute()
      }),
  }
}

function toRow(account: SqlRealmAccount, sealer: Sealer): RealmAccountRow {
  const { reservation, realm, status, secrets, since } = account
  return {
    reservation,
    realm,
    standing: status,
    secrets: sealer.seal(toJson(secrets), sealedFor.realmAccount(account)),
    since: since.getTime(),
  }
}

function fromRow(row: RealmAccountRow, sealer: Sealer): SqlRealmAccount {
  const { reservation, realm, standing: status, since } = row
  const secrets = openSealed(sealer, row.secrets, sealedFor.realmAccount(row))
  return { reservation, realm, status, secrets: fromJson(secrets), since: new Date(since) }
}
