import type { LeasedTokenKey } from '@gatehouse/auth-core/ports'
import type { Kysely } from 'kysely'
import { credentialStoreQueries } from '../credential-store-queries.ts'
import type { Database } from '../database.ts'
import { fromJson, toJson } from '../json.ts'
import { requireLease } from '../require-lease.ts'
import { requireReservation } from '../require-reservation.ts'
import type { RealmAccountRow, Schema } from '../schema.ts'
import { openSealed, type Sealer } from '../sealer.ts'
import { sealedFor } from '../sealing/contexts.ts'

/**
 * The gateway's account in one realm of an identity server: the `RealmAccount` of `@gatehouse/keycloak`,
 * which documents its members.
 */
export interface SqlRealmAccount {
  /** `RealmAccount.reservation`; unique. */
  readonly reservation: string
  /** `RealmAccount.realm`; the tenant's id. */
  readonly realm: string
  /** `RealmAccount.status`. */
  readonly status: 'begun' | 'live' | 'abandoned'
  /** `RealmAccount.secrets`; encrypted in the database. */
  readonly secrets: { readonly login: string; readonly admin: string }
  /** `RealmAccount.since`, in milliseconds. */
  readonly since: Date
}

/**
 * The `RealmAccounts` of `@gatehouse/keycloak`. It is repeated here because adapters do not import each
 * other; a test of the gateway checks that both are the same.
 *
 * All methods throw a `PortError` `credential_store` when the database fails.
 */
export interface SqlRealmAccounts {
  /**
   * Adds an account.
   *
   * @returns `false` when there is one for the reservation, which is not changed.
   */
  add(account: SqlRealmAccount): Promise<boolean>
  /**
   * Adds the account of a sign-up, as long as that may still succeed.
   *
   * @throws {PortError} Also when the sign-up was given up.
   */
  begin(account: SqlRealmAccount): Promise<boolean>
  /** The account of a reservation. */
  find(reservation: string): Promise<SqlRealmAccount | undefined>
  /** The live account of a realm. */
  findLive(realm: string): Promise<SqlRealmAccount | undefined>
  /** The abandoned accounts, all of them or those of one realm. */
  findAbandoned(realm?: string): Promise<readonly SqlRealmAccount[]>
  /** Makes a begun account live. @returns `false`, without a change, when it is not begun. */
  goLive(reservation: string, since: Date): Promise<boolean>
  /** Sets the status and its time; does nothing without an account. */
  mark(reservation: string, status: SqlRealmAccount['status'], since: Date): Promise<void>
  /**
   * Makes sure that a token is still under this claim.
   *
   * @throws {PortError} `timeout` when it is not.
   */
  requireLease(claim: LeasedTokenKey): Promise<void>
  /** Removes an account; nothing where there is none. */
  remove(reservation: string): Promise<void>
}

/** Stores accounts in a database that {@link migrate} has brought up to date, with encrypted secrets. */
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

    requireLease: (claim) => ours.read((db) => requireLease(db, claim)),

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
