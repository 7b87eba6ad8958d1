import type { CredentialStore, CredentialUser } from '@gatehouse/auth-core/ports'
import type KeycloakAdminClient from '@keycloak/keycloak-admin-client'
import { addUserTo } from './added-users.ts'
import { fault, statusOf } from './failure.ts'
import { putIntoGroups } from './groups.ts'
import { inRealm } from './in-realm.ts'
import type { KeycloakConnection } from './keycloak-connection.ts'
import { setRole } from './set-role.ts'

/** The operations on single users. */
type RealmUsers = Pick<
  CredentialStore,
  'addUser' | 'setPassword' | 'setEnabled' | 'setGroups' | 'setRole' | 'setProfile' | 'removeUser'
>

type WorkOnUser = (admin: KeycloakAdminClient, user: { realm: string; id: string }) => Promise<void>

/** Operations on the users of all realms, each with the account of its realm. */
export function createRealmUsers(connection: KeycloakConnection): RealmUsers {
  const { accounts } = connection

  /** Runs work on a user; `no_such_user` also when the realm does not exist. */
  async function onUser(
    { tenantId: realm, credentialId: id }: CredentialUser,
    work: WorkOnUser,
  ): Promise<'done' | 'no_such_user'> {
    const account = await accounts.findLive(realm)
    if (account === undefined) return 'no_such_user'
    try {
      await inRealm(connection, account, (admin) => work(admin, { realm, id }))
      return 'done'
    } catch (error) {
      if (statusOf(error) === 404) return 'no_such_user'
      throw error
    }
  }

  /** @throws {PortError} `rejected` when there is no such user. */
  async function change(user: CredentialUser, purpose: string, work: WorkOnUser): Promise<void> {
    const done = await onUser(user, work)
    if (done === 'no_such_user') throw fault('rejected', `there is no such user ${purpose}`)
  }

  return {
    async addUser(realm, newUser, groups) {
      const account = await accounts.findLive(realm)
      if (account === undefined) throw fault('rejected', 'there is no such realm to add a user to')
      return inRealm(connection, account, (admin) => addUserTo({ admin, realm }, newUser, groups))
    },

    setPassword(user, password, claim) {
      const credential = { type: 'password', value: password, temporary: false }
      return change(user, 'to set a password for', async (admin, who) => {
        // With the token of the request in hand, which ends before the claim that follows a timeout.
        if (claim) await accounts.requireLease(claim)
        await admin.users.resetPassword({ ...who, credential })
      })
    },

    setEnabled: (user, enabled) =>
      change(user, 'to let in or keep out', (admin, who) => admin.users.update(who, { enabled })),

    async setGroups(user, groups) {
      let joined: readonly string[] = []
      await change(user, 'to put into groups', async (admin, who) => {
        joined = await putIntoGroups(admin, who, groups)
      })
      return joined
    },

    async setRole(user, role) {
      await onUser(user, (admin, who) => setRole(admin, who, role))
    },

    setProfile: (user, profile) =>
      change(user, 'to keep anything of', (admin, who) => admin.users.update(who, profile)),

    async removeUser(user) {
      await onUser(user, async (admin, { realm, id }) => {
        const ids = id === '' ? await idsOf(admin, user) : [id]
        for (const each of ids) await admin.users.del({ realm, id: each })
      })
    },
  }
}

/** The ids of the users with the username: one, or none. */
async function idsOf(
  admin: KeycloakAdminClient,
  { tenantId: realm, username }: CredentialUser,
): Promise<readonly string[]> {
  const found = await admin.users.find({ realm, username, exact: true })
  return found.flatMap(({ id, username: theirs }) => (id && theirs === username ? [id] : []))
}
