import { randomUUID } from 'node:crypto'
import { type CredentialStore, type CredentialUser, PortError } from '@gatehouse/auth-core/ports'
import { AlreadyExistsError, type Client, NoSuchObjectError, type SearchOptions } from 'ldapts'
import { createDirectory, type Directory, type DirectoryOptions } from './directory.ts'
import {
  type FoundUser,
  find,
  findByName,
  makeUser,
  profileAttributes,
  realmEntry,
  replacing,
  withStatus,
} from './entries.ts'
import { groupsBelow, groupsOf, ignoring, isError, setGroupsOf } from './groups.ts'
import { below } from './names.ts'
import { setEntryPassword } from './set-entry-password.ts'

/** What the methods are made of. */
interface Base {
  readonly directory: Directory
  /** The name of the entry of a tenant. */
  readonly realmOf: (tenantId: string) => string
}

/**
 * A {@link CredentialStore} in a directory (LDAP version 3, RFC 4511), tried on OpenLDAP: an `organizationalUnit` for each
 * tenant, an `inetOrgPerson` for each user and a `groupOfNames` for each group in it. Passwords are checked by binding,
 * so that the directory's own hashes and rules hold. A user's identifier is `entryUUID` (RFC 4530).
 *
 * @throws {TypeError} When passwords would travel in the clear.
 */
export function createLdapCredentialStore(options: DirectoryOptions): CredentialStore {
  const directory = createDirectory(options)
  const realmOf = (tenantId: string) => below(options.base, 'ou', tenantId)
  const base: Base = { directory, realmOf }
  const checkReady = () => directory.asAdministrator(async () => {})
  return {
    ...checks(base, below(options.base, 'uid', 'nobody')),
    ...tenants(base),
    ...changes(base),
    // Roles are the business of our records alone.
    setRole: checkReady,
    checkReady,
  }
}

type Checks = Pick<CredentialStore, 'checkPassword' | 'checkNobody'>

/** @param decoy The name of an entry with a random password. A bind as a missing entry would be answered sooner. */
function checks({ directory, realmOf }: Base, decoy: string): Checks {
  const { asAdministrator, isPasswordOf } = directory
  let hasDecoy: Promise<void> | undefined

  function makeDecoy(): Promise<void> {
    return asAdministrator(async (client) => {
      const entry = { objectClass: 'inetOrgPerson', uid: 'nobody', cn: 'nobody', sn: 'nobody' }
      await client.add(decoy, entry).catch(ignoring(AlreadyExistsError))
      await setEntryPassword(client, decoy, randomUUID())
    })
  }

  /** Does the same work for known and for unknown users. */
  async function check(user: CredentialUser, password: string): Promise<FoundUser | undefined> {
    hasDecoy ??= makeDecoy().catch((error: unknown) => {
      hasDecoy = undefined
      throw error
    })
    await hasDecoy
    const found = await asAdministrator((client) => find(client, realmOf(user.tenantId), user))
    const isRight = await isPasswordOf(found?.dn ?? decoy, password || randomUUID())
    return isRight && found?.isEnabled ? found : undefined
  }

  return {
    async checkPassword(user, password) {
      const found = await check(user, password)
      if (password === '' || found === undefined) return { accepted: false }
      const groups = await asAdministrator((client) => groupsOf(client, found.realm, found.dn))
      return { accepted: true, groups: groups.map(({ name }) => name) }
    },

    async checkNobody(password) {
      await check({ tenantId: 'nobody', username: 'nobody', credentialId: '' }, password)
    },
  }
}

type Tenants = Pick<CredentialStore, 'createTenant' | 'removeTenant' | 'addUser' | 'removeUser'>

function tenants({ directory: { asAdministrator }, realmOf }: Base): Tenants {
  return {
    createTenant: (tenant, user) =>
      asAdministrator(async (client) => {
        const realm = realmOf(tenant.id)
        const adding = client.add(realm, realmEntry(tenant))
        if (await adding.then(() => false, isError(AlreadyExistsError))) return null
        await client.add(groupsBelow(realm), { objectClass: 'organizationalUnit', ou: 'groups' })
        return makeUser(client, realm, { user, groups: ['administrators'] })
      }),

    removeTenant: ({ id, reservation }) =>
      asAdministrator(async (client) => {
        const realm = realmOf(id)
        const found = await client
          .search(realm, { scope: 'base', attributes: ['uniqueIdentifier'] })
          .catch(ignoring(NoSuchObjectError))
        if (found?.searchEntries.at(0)?.uniqueIdentifier !== reservation) return
        const all = { scope: 'sub', attributes: ['1.1'], paged: true } satisfies SearchOptions
        const { searchEntries } = await client.search(realm, all)
        // Leaves first; the realm is last, and has the reservation until then.
        const names = searchEntries.map(({ dn }) => dn)
        for (const dn of names.toSorted((one, other) => other.length - one.length)) {
          await client.del(dn).catch(ignoring(NoSuchObjectError))
        }
      }),

    addUser: (tenantId, user, groups) =>
      asAdministrator((client) => makeUser(client, realmOf(tenantId), { user, groups })),

    removeUser: (user) =>
      asAdministrator(async (client) => {
        const realm = realmOf(user.tenantId)
        const found =
          user.credentialId === ''
            ? await findByName(client, realm, user.username)
            : await find(client, realm, user)
        if (found === undefined) return
        // First, so that a later user of the same name is not in the groups of this one.
        await setGroupsOf(client, { realm, member: found.dn }, [])
        await client.del(found.dn).catch(ignoring(NoSuchObjectError))
      }),
  }
}

type Changes = Pick<CredentialStore, 'setPassword' | 'setEnabled' | 'setGroups' | 'setProfile'>

function changes({ directory, realmOf }: Base): Changes {
  /** Finds a user and works on the entry. @throws {PortError} `rejected` for an unknown user. */
  function change<Result>(
    user: CredentialUser,
    work: (client: Client, found: FoundUser) => Promise<Result>,
  ): Promise<Result> {
    return directory.asAdministrator(async (client) => {
      const found = await find(client, realmOf(user.tenantId), user)
      if (found === undefined) throw new PortError('credential_store', 'rejected')
      return work(client, found)
    })
  }

  return {
    setPassword: (user, password) =>
      change(user, (client, { dn }) => setEntryPassword(client, dn, password)),

    setEnabled: (user, enabled) =>
      change(user, (client, { dn }) => client.modify(dn, withStatus(enabled))),

    setGroups: (user, groups) =>
      change(user, (client, { dn, realm }) => setGroupsOf(client, { realm, member: dn }, groups)),

    setProfile: (user, profile) =>
      change(user, async (client, { dn }) => {
        const changed = Object.entries(profileAttributes(profile)).map(([type, value]) =>
          replacing(type, [value]),
        )
        if (changed.length > 0) await client.modify(dn, changed)
      }),
  }
}
