import { randomUUID } from 'node:crypto'
import type { CredentialStore } from '@gatehouse/auth-core/ports'
import type { BulkheadState } from './bulkhead.ts'
import { createDecoy } from './decoy.ts'
import { type KeycloakConnectionOptions, openKeycloakConnection } from './keycloak-connection.ts'
import { lateRealmSeconds } from './late-realm.ts'
import { createPasswords } from './passwords.ts'
import { createProvisioningAccount, type ProvisioningCredentials } from './provisioning-account.ts'
import { createRealmUsers } from './realm-users.ts'
import { createRealms } from './realms.ts'

/** The address of Keycloak, and the account to use. */
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

  /** The load of the bulkheads: `slow` is for creating and removing realms, `quick` for everything else. */
  bulkheads(): Readonly<Record<'quick' | 'slow', BulkheadState>>
}

/**
 * Keeps each tenant in its own Keycloak realm. One account creates realms and has no other rights
 * (`prepareKeycloak` makes it). All work in a realm is done by the realm's own account, which has no rights
 * elsewhere (T-87).
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

  return {
    ...createRealmUsers(connection),

    async createTenant(tenant, newUser) {
      const id = randomUUID()
      const account = await realms.make({ tenant, firstUser: { ...newUser, id } })
      return account && { credentialId: id, groups: [] }
    },

    // A reservation belongs to one realm; the record of its account names it.
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
