import { randomUUID } from 'node:crypto'
import type { CredentialStore, CredentialUser } from '@gatehouse/auth-core/ports'
import type KeycloakAdminClient from '@keycloak/keycloak-admin-client'
import { addUserTo, findUserNamed } from './added-users.ts'
import type { BulkheadState } from './bulkhead.ts'
import { createDecoy } from './decoy.ts'
import { fault, statusOf } from './failure.ts'
import { putIntoGroups } from './groups.ts'
import { inRealm } from './in-realm.ts'
import { type KeycloakConnectionOptions, openKeycloakConnection } from './keycloak-connection.ts'
import { lateRealmSeconds } from './late-realm.ts'
import { createPasswords } from './passwords.ts'
import { createProvisioningAccount, type ProvisioningCredentials } from './provisioning-account.ts'
import { createRealms } from './realms.ts'

/** How Keycloak is reached, and as whom. */
export interface KeycloakCredentialStoreOptions
  extends KeycloakConnectionOptions,
    ProvisioningCredentials {}

/** A {@link CredentialStore} on Keycloak. */
export interface KeycloakCredentialStore extends CredentialStore {
  /**
   * Removes realms that appeared after their sign-up was given up, as long as they may still
   * appear. To be called now and then.
   *
   * @throws {PortError} When Keycloak or the records cannot be used.
   */
  purgeExpired(): Promise<void>

  /** How busy the bulkheads are: `slow` is for making and removing realms, `quick` for all else. */
  bulkheads(): Readonly<Record<'quick' | 'slow', BulkheadState>>
}

type WorkOnUser = (admin: KeycloakAdminClient, user: { realm: string; id: string }) => Promise<void>

/**
 * Keeps each tenant in a Keycloak realm of its own. Realms are made by an account that may do
 * nothing else (`prepareKeycloak` makes it); whatever happens in a realm is done by that realm's
 * own account, which may do nothing elsewhere (T-87).
 */
export function createKeycloakCredentialStore(
  options: KeycloakCredentialStoreOptions,
): KeycloakCredentialStore {
  const connection = openKeycloakConnection(options)
  const provisioning = createProvisioningAccount(connection, options)
  const realms = createRealms(connection, provisioning)
  const passwords = createPasswords(connection)
  const decoy = createDecoy(connection, { realms, passwords })
  const { accounts, clock } = connection

  /** Does something about a user; `no_such_user` also when there is no such realm. */
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
    async createTenant(tenant, newUser) {
      const id = randomUUID()
      const account = await realms.make({ tenant, firstUser: { ...newUser, id } })
      return account && { credentialId: id, groups: [] }
    },

    async addUser(realm, newUser, groups) {
      const account = await accounts.findLive(realm)
      if (account === undefined) throw fault('rejected', 'there is no such realm to add a user to')
      return inRealm(connection, account, (admin) => addUserTo({ admin, realm }, newUser, groups))
    },

    // A reservation is for one realm, and its account knows which.
    async removeTenant({ reservation }) {
      const account = await accounts.find(reservation)
      if (account) await realms.undo(account)
    },

    async checkPassword(user, password) {
      const account = await accounts.findLive(user.tenantId)
      if (account) return passwords.check(account, user, password)
      await decoy.check(password)
      return { accepted: false }
    },

    checkNobody: (password) => decoy.check(password),

    bulkheads: () => ({ quick: connection.quick.state(), slow: connection.slow.state() }),

    setPassword(user, password) {
      const credential = { type: 'password', value: password, temporary: false }
      return change(user, 'to set a password for', (admin, who) =>
        admin.users.resetPassword({ ...who, credential }),
      )
    },

    setEnabled: (user, enabled) =>
      change(user, 'to let in or keep out', (admin, who) => admin.users.update(who, { enabled })),

    async setGroups(user, groups) {
      let held: readonly string[] = []
      await change(user, 'to put into groups', async (admin, who) => {
        held = await putIntoGroups(admin, who, groups)
      })
      return held
    },

    async setProfile(user, profile) {
      const done = await onUser(user, (admin, who) => admin.users.update(who, profile))
      if (done === 'no_such_user')
        throw fault('rejected', 'there is no such user to keep anything of')
    },

    async removeUser(user) {
      await onUser(user, async (admin, { realm, id }) => {
        const ids = id === '' ? await idsOf(admin, user) : [id]
        for (const each of ids) await admin.users.del({ realm, id: each })
      })
    },

    async checkReady() {
      await provisioning.renew()
      await decoy.prepare()
    },

    async purgeExpired() {
      const late = new Date(clock.now().getTime() - lateRealmSeconds * 1000)
      for (const account of await accounts.findAbandoned()) {
        const isGone = await realms.removeAbandoned(account)
        if (isGone || account.since < late) await accounts.remove(account.reservation)
      }
    },
  }
}

/** The ids of those who have the username: one, or none. */
async function idsOf(
  admin: KeycloakAdminClient,
  { tenantId: realm, username }: CredentialUser,
): Promise<readonly string[]> {
  const found = await admin.users.find({ realm, username, exact: true })
  return found.flatMap(({ id, username: theirs }) => (id && theirs === username ? [id] : []))
}
