import { randomUUID } from 'node:crypto'
import type { CredentialStore, CredentialUser } from '@gatehouse/auth-core/ports'
import type { Database } from '../database.ts'
import { createLocalUsers } from './local-users.ts'
import { type Argon2Cost, createPasswordHasher, recommendedCost } from './password-hasher.ts'

/** Options for storing passwords. */
export interface LocalCredentialStoreOptions {
  /**
   * The cost of new hashes; by default the recommendation of OWASP. Hashes with another cost are replaced
   * when their owners sign in.
   */
  readonly argon2?: Argon2Cost
}

const unknownUser: CredentialUser = { tenantId: '', credentialId: '', username: '' }

/**
 * A {@link CredentialStore} on tables of our own, for installations without an identity server.
 * Passwords are kept as Argon2id hashes (RFC 9106). Needs a database that {@link migrate} has
 * brought up to date. The first user of a realm is in no group.
 */
export function createLocalCredentialStore(
  database: Database,
  { argon2 = recommendedCost }: LocalCredentialStoreOptions = {},
): CredentialStore {
  const hasher = createPasswordHasher(argon2)
  const users = createLocalUsers(database)

  return {
    async createTenant(tenant, { password, ...person }) {
      const id = randomUUID()
      const groups: readonly string[] = []
      const passwordHash = await hasher.hash(password)
      const isNew = await users.insertRealm(tenant, { ...person, id, passwordHash, groups })
      return isNew ? { credentialId: id, groups } : null
    },

    async addUser(tenantId, { password, ...person }, groups) {
      const id = randomUUID()
      const passwordHash = await hasher.hash(password)
      const isNew = await users.insert(tenantId, { ...person, id, passwordHash, groups })
      return isNew ? { credentialId: id, groups } : null
    },

    removeTenant: (tenant) => users.removeRealm(tenant),

    async checkPassword(user, password) {
      const found = await users.find(user)
      if (found === undefined) {
        await hasher.verifyDummy(password)
        return { accepted: false }
      }
      const { passwordHash, enabled, groups } = found
      // A disabled user costs the same time, so that it cannot be distinguished from others (T-34).
      const isRight = await hasher.verify(passwordHash, password)
      if (!isRight || !enabled) return { accepted: false }
      if (!hasher.isCurrent(passwordHash)) {
        await users.renewPasswordHash(user, passwordHash, await hasher.hash(password))
      }
      return { accepted: true, groups }
    },

    // The same two steps as for a wrong password.
    async checkNobody(password) {
      await users.find(unknownUser)
      await hasher.verifyDummy(password)
    },

    async setPassword(user, password, claim) {
      await users.setPasswordHash(user, await hasher.hash(password), claim)
    },

    setEnabled: (user, enabled) => users.setEnabled(user, enabled),

    // This store keeps no roles.
    setRole: () => users.checkReady(),

    async setGroups(user, groups) {
      const distinct = [...new Set(groups)]
      await users.setGroups(user, distinct)
      return distinct
    },

    setProfile: (user, profile) => users.setProfile(user, profile),
    removeUser: (user) => users.remove(user),
    checkReady: () => users.checkReady(),
  }
}
