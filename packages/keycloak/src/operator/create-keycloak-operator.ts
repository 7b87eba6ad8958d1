import type { Role } from '@gatehouse/auth-core/ports'
import type KeycloakAdminClient from '@keycloak/keycloak-admin-client'
import { baseUrlOf } from '../base-url.ts'
import { fault, toPortError, withPortErrors } from '../failure.ts'
import type { RealmSecrets } from '../realm-account.ts'
import {
  adminClientId,
  type FormerUser,
  formerUserOf,
  loginClientId,
  realmOf,
} from '../realm-template.ts'
import { setRole } from '../set-role.ts'
import { createTokenEndpoint } from '../token-endpoint.ts'
import type { ExpectedRealm, RealmDifference } from './compare-realm.ts'
import { listMadeRealms } from './list-made-realms.ts'
import { mendRealm } from './mend-realm.ts'
import { listHolders, listRealmUsers, type RealmUser } from './realm-users.ts'
import { type RealmView, readRealmView } from './realm-view.ts'
import { type AdministratorOptions, signInAdministrator } from './sign-in-administrator.ts'

/** The changes to a user; a field that is left out stays. */
export interface UserChanges {
  /** Whether Keycloak lets the user sign in. */
  readonly enabled?: boolean
  /** Whether the address counts as confirmed in Keycloak. */
  readonly emailVerified?: boolean
  /** The actions that Keycloak demands at the next sign-in, by Keycloak's names; replaces the whole list. */
  readonly requiredActions?: string[]
}

/**
 * Access to Keycloak as its administrator, for commands that compare and repair. The gateway itself does not
 * have these rights. All methods throw a `PortError` `credential_store` when Keycloak cannot be used or
 * refuses the administrator.
 */
export interface KeycloakOperator {
  /** The existing realms that an account in `master` created, ordered by name. */
  listMadeRealms(clientId: string): Promise<readonly string[]>

  /** Reads a realm. @returns `undefined` when there is none of the name. */
  readRealm(realm: string): Promise<RealmView | undefined>

  /** The users of a realm, page by page, so that only one page is in memory. */
  listUsers(realm: string): AsyncGenerator<readonly RealmUser[]>

  /** The number of users in a realm. */
  countUsers(realm: string): Promise<number>

  /** See {@link listHolders}. */
  listHolders(
    realm: string,
    role: string,
    how: 'direct' | 'any',
  ): Promise<ReadonlySet<string> | undefined>

  /** Whether a realm has any group. */
  hasGroups(realm: string): Promise<boolean>

  /** The groups of a user, each with its whole path. */
  listGroups(realm: string, userId: string): Promise<readonly string[]>

  /**
   * Whether the realm accepts its account, and the client that checks passwords, by these secrets.
   */
  tryAccount(realm: string, secrets: RealmSecrets): Promise<boolean>

  /** Repairs one difference. A repetition does no harm. */
  mendRealm(expected: ExpectedRealm, difference: RealmDifference): Promise<void>

  /** Creates a realm again with these users, who then have no passwords. */
  remakeRealm(expected: ExpectedRealm, users: readonly FormerUser[]): Promise<void>

  /**
   * Removes a realm and everything in it.
   *
   * @throws {PortError} Also when no realm has the name.
   */
  removeRealm(realm: string): Promise<void>

  /** Creates a user without a password. @returns The identifier that Keycloak assigned. */
  addUser(realm: string, user: Omit<FormerUser, 'id'>): Promise<string>

  /** Whether a user has a password or another credential. */
  hasCredentials(realm: string, userId: string): Promise<boolean>

  /** Changes the given fields of a user. @throws {PortError} `rejected` also when the user does not exist. */
  changeUser(realm: string, userId: string, changes: UserChanges): Promise<void>

  /** Gives a user this role of ours, and revokes our other roles. */
  setRole(realm: string, userId: string, role: Role): Promise<void>
}

/**
 * Creates access to Keycloak for an administrator, and signs the administrator in.
 *
 * @throws {PortError} When Keycloak cannot be used or refuses the administrator.
 */
export async function createKeycloakOperator(
  options: AdministratorOptions,
): Promise<KeycloakOperator> {
  const admin = await withPortErrors(() => signInAdministrator(options))
  const url = baseUrlOf(options.url)
  const tokens = createTokenEndpoint({ url, timeoutSeconds: 60 })

  return {
    listMadeRealms: (clientId) => withPortErrors(() => listMadeRealms(admin, clientId)),
    readRealm: (realm) => withPortErrors(() => readRealmView(admin, realm)),
    listUsers: (realm) => pagesWithPortErrors(listRealmUsers(admin, realm)),
    countUsers: (realm) => withPortErrors(() => admin.users.count({ realm })),
    listHolders: (realm, name, how) =>
      withPortErrors(() => listHolders(admin, { realm, name }, how)),

    hasGroups: (realm) =>
      withPortErrors(async () => (await admin.groups.find({ realm, first: 0, max: 1 })).length > 0),

    listGroups: (realm, id) =>
      withPortErrors(async () => {
        const groups = await admin.users.listGroups({ realm, id })
        return groups.flatMap(({ path = [] }) => path)
      }),

    tryAccount: (realm, { login, admin: secret }) =>
      withPortErrors(async () => {
        const account = await tokens.grant(
          { realm, clientId: adminClientId, clientSecret: secret },
          { grant_type: 'client_credentials' },
        )
        if (account.kind !== 'granted') return false
        const username = `nobody-${crypto.randomUUID()}`
        const check = await tokens.grant(
          { realm, clientId: loginClientId, clientSecret: login },
          { grant_type: 'password', username, password: username },
        )
        return check.kind === 'refused'
      }),

    mendRealm: (expected, difference) =>
      withPortErrors(() => mendRealm(admin, expected, difference)),

    remakeRealm: ({ realm: id, name, reservation, secrets }, formerUsers) =>
      withPortErrors(async () => {
        const tenant = { id, name, reservation }
        await admin.realms.create(realmOf({ tenant, secrets, formerUsers }))
      }),

    removeRealm: (realm) => withPortErrors(() => admin.realms.del({ realm })),
    addUser: (realm, user) => withPortErrors(() => addUser(admin, realm, user)),

    hasCredentials: (realm, id) =>
      withPortErrors(async () => (await admin.users.getCredentials({ realm, id })).length > 0),

    changeUser: (realm, id, changes) =>
      withPortErrors(async () => {
        const found = await admin.users.findOne({ realm, id })
        if (!found) throw fault('rejected', 'the user is gone')
        await admin.users.update({ realm, id }, { ...found, ...changes })
      }),

    setRole: (realm, id, role) => withPortErrors(() => setRole(admin, { realm, id }, role)),
  }
}

async function addUser(
  admin: KeycloakAdminClient,
  realm: string,
  user: Omit<FormerUser, 'id'>,
): Promise<string> {
  // Keycloak assigns identifiers itself here, and accepts roles only with a whole realm.
  const { id: _, realmRoles: __, ...representation } = formerUserOf({ id: '', ...user })
  const { id } = await admin.users.create({ realm, ...representation })
  await setRole(admin, { realm, id }, user.role)
  return id
}

async function* pagesWithPortErrors<Item>(pages: AsyncGenerator<Item>): AsyncGenerator<Item> {
  try {
    yield* pages
  } catch (error) {
    throw toPortError(error)
  }
}
