import {
  type CredentialUser,
  type LeasedTokenKey,
  type NewTenant,
  type NewUser,
  PortError,
  type UserProfile,
} from '@gatehouse/auth-core/ports'
import { type Kysely, sql, type Updateable } from 'kysely'
import { toFlag } from '../columns.ts'
import { credentialStoreQueries } from '../credential-store-queries.ts'
import type { Database } from '../database.ts'
import { fromJson, toJson } from '../json.ts'
import { requireLease } from '../require-lease.ts'
import { requireReservation } from '../require-reservation.ts'
import type { Schema } from '../schema.ts'

/** The fields of a user for a password check. */
interface LocalUser {
  readonly passwordHash: string
  readonly enabled: boolean
  readonly groups: readonly string[]
}

/** A user to store, with the hash instead of the password. */
interface NewLocalUser extends Omit<NewUser, 'password'> {
  readonly id: string
  readonly passwordHash: string
  readonly groups: readonly string[]
}

/** The realms and users in our tables. All methods throw a {@link PortError} `credential_store`. */
export interface LocalUsers {
  /**
   * Adds a realm with its first user.
   *
   * @returns `false`, without a change, when the realm exists.
   * @throws {PortError} When its sign-up was given up.
   */
  insertRealm(realm: NewTenant, firstUser: NewLocalUser): Promise<boolean>
  /**
   * Adds a user to a realm.
   *
   * @returns `false`, and nothing changed, when the realm has a user of that name.
   * @throws {PortError} `rejected` when there is no such realm.
   */
  insert(realmId: string, user: NewLocalUser): Promise<boolean>
  /** Removes a realm and its users; nothing when the reservation is another. */
  removeRealm(realm: Pick<NewTenant, 'id' | 'reservation'>): Promise<void>
  /** Finds a user for a password check. */
  find(user: CredentialUser): Promise<LocalUser | undefined>
  /**
   * Sets the hash of a user.
   *
   * @throws {PortError} `rejected` when there is no such user, `timeout` when another request has
   *   leased the token meanwhile.
   */
  setPasswordHash(user: CredentialUser, passwordHash: string, claim?: LeasedTokenKey): Promise<void>
  /** Replaces the hash if it is still the one that was read. */
  renewPasswordHash(user: CredentialUser, read: string, renewed: string): Promise<void>
  /** Enables or disables a user. @throws {PortError} `rejected` when there is no such user. */
  setEnabled(user: CredentialUser, enabled: boolean): Promise<void>
  /** Replaces the groups of a user. @throws {PortError} `rejected` when there is no such user. */
  setGroups(user: CredentialUser, groups: readonly string[]): Promise<void>
  /** Replaces what is given. @throws {PortError} `rejected` when there is no such user. */
  setProfile(user: CredentialUser, profile: UserProfile): Promise<void>
  /** Removes a user, by the name where the id is empty; nothing when there is no such user. */
  remove(user: CredentialUser): Promise<void>
  /** Resolves when the database answers a query. */
  checkReady(): Promise<void>
}

/** Users in the tables of a database that {@link migrate} has brought up to date. */
export function createLocalUsers(database: Database): LocalUsers {
  const ours = credentialStoreQueries(database)

  return {
    insertRealm: (realm, firstUser) => ours.transaction((tx) => insertRealm(tx, realm, firstUser)),

    insert: (realmId, user) => ours.transaction((tx) => insertIntoRealm(tx, realmId, user)),

    removeRealm: ({ id, reservation }) =>
      ours.transaction(async (db) => {
        await db
          .deleteFrom('local_realms')
          .where('id', '=', id)
          .where('reservation', '=', reservation)
          .execute()
      }),

    find: (user) => ours.read((db) => findUser(db, user)),

    setPasswordHash: (user, passwordHash, claim) =>
      ours.transaction(async (db) => {
        if (claim) await requireLease(db, claim)
        await change(db, user, { password_hash: passwordHash })
      }),

    renewPasswordHash: (user, read, renewed) =>
      ours.transaction(async (db) => {
        await updateUser(db, user)
          .set({ password_hash: renewed })
          .where('password_hash', '=', read)
          .execute()
      }),

    setEnabled: (user, enabled) =>
      ours.transaction((db) => change(db, user, { enabled: toFlag(enabled) })),

    setGroups: (user, groups) =>
      ours.transaction((db) => change(db, user, { groups: toJson(groups) })),

    setProfile: (user, { email, firstName, lastName }) =>
      ours.transaction((db) =>
        // Sets the realm to itself: an update without a column would not be a statement.
        change(db, user, {
          realm_id: user.tenantId,
          email,
          first_name: firstName,
          last_name: lastName,
        }),
      ),

    remove: ({ credentialId, tenantId, username }) =>
      ours.transaction(async (db) => {
        const ofRealm = db.deleteFrom('local_users').where('realm_id', '=', tenantId)
        const byId = credentialId !== ''
        await (byId
          ? ofRealm.where('id', '=', credentialId)
          : ofRealm.where('username', '=', username)
        ).execute()
      }),

    checkReady: () => ours.read(async (db) => void (await sql`select 1`.execute(db))),
  }
}

async function insertRealm(
  db: Kysely<Schema>,
  realm: NewTenant,
  user: NewLocalUser,
): Promise<boolean> {
  const { id, name, reservation } = realm
  const inserted = await db
    .insertInto('local_realms')
    .values({ id, name, reservation })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted === undefined) return false
  await requireReservation(db, realm)
  return insertUser(db, id, user)
}

async function insertIntoRealm(
  db: Kysely<Schema>,
  realmId: string,
  user: NewLocalUser,
): Promise<boolean> {
  const realm = await db
    .selectFrom('local_realms')
    .select('id')
    .where('id', '=', realmId)
    .executeTakeFirst()
  if (realm === undefined) throw new PortError('credential_store', 'rejected')
  return insertUser(db, realmId, user)
}

/** @returns `false` when the realm has a user of that name. */
async function insertUser(
  db: Kysely<Schema>,
  realmId: string,
  user: NewLocalUser,
): Promise<boolean> {
  const inserted = await db
    .insertInto('local_users')
    .values({
      id: user.id,
      realm_id: realmId,
      username: user.username,
      email: user.email,
      first_name: user.firstName,
      last_name: user.lastName,
      password_hash: user.passwordHash,
      groups: toJson(user.groups),
      enabled: 1,
    })
    .onConflict((conflict) => conflict.columns(['realm_id', 'username']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

async function findUser(
  db: Kysely<Schema>,
  { credentialId, tenantId }: CredentialUser,
): Promise<LocalUser | undefined> {
  const row = await db
    .selectFrom('local_users')
    .select(['password_hash', 'enabled', 'groups'])
    .where('id', '=', credentialId)
    .where('realm_id', '=', tenantId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    passwordHash: row.password_hash,
    enabled: row.enabled === 1,
    groups: fromJson(row.groups),
  }
}

async function change(
  db: Kysely<Schema>,
  user: CredentialUser,
  to: Updateable<Schema['local_users']>,
): Promise<void> {
  const { numUpdatedRows } = await updateUser(db, user).set(to).executeTakeFirst()
  if (numUpdatedRows === 0n) throw new PortError('credential_store', 'rejected')
}

function updateUser(db: Kysely<Schema>, { credentialId, tenantId }: CredentialUser) {
  return db
    .updateTable('local_users')
    .where('id', '=', credentialId)
    .where('realm_id', '=', tenantId)
}
