import {
  type CredentialStore,
  type CredentialUser,
  PortError,
  type UserProfile,
} from '../../src/ports/index.ts'

/** A {@link CredentialStore} whose content a test can read. */
export interface MemoryCredentialStore extends CredentialStore {
  /** How many passwords were checked so far, those for nobody included. */
  readonly checks: number
  /** The profile of a person; `undefined` when there is no such user. */
  profileOf(user: CredentialUser): Required<UserProfile> | undefined
}

interface Realm {
  readonly reservation: string
  /** Users by username. */
  readonly users: Map<string, User>
}

interface User {
  readonly credentialId: string
  readonly groups: readonly string[]
  readonly password: string
  readonly enabled: boolean
  readonly profile: Required<UserProfile>
}

/** Groups of the first user of a tenant. */
const firstGroups: readonly string[] = ['administrators']

/** A {@link CredentialStore} in memory. It keeps passwords unhashed: for tests only. */
export function createMemoryCredentialStore(): MemoryCredentialStore {
  const realms = new Map<string, Realm>()
  let made = 0
  let checks = 0

  const make = (
    groups: readonly string[],
    password: string,
    { email, firstName, lastName }: Required<UserProfile>,
  ): User => {
    made += 1
    const profile = { email, firstName, lastName }
    const credentialId = `credential-${made}`
    return { credentialId, groups: [...groups], password, enabled: true, profile }
  }
  const find = ({ tenantId, username, credentialId }: CredentialUser) => {
    const user = realms.get(tenantId)?.users.get(username)
    return user?.credentialId === credentialId ? user : undefined
  }
  const findToRemove = (user: CredentialUser) =>
    user.credentialId === '' ? realms.get(user.tenantId)?.users.get(user.username) : find(user)
  const change = (user: CredentialUser, to: Partial<User>) => {
    const found = find(user)
    if (found === undefined) throw new PortError('credential_store', 'rejected')
    realms.get(user.tenantId)?.users.set(user.username, { ...found, ...to })
  }

  return {
    async createTenant({ id, reservation }, { username, password, ...person }) {
      if (realms.has(id)) return null
      const user = make(firstGroups, password, person)
      realms.set(id, { reservation, users: new Map([[username, user]]) })
      return { credentialId: user.credentialId, groups: [...user.groups] }
    },

    async addUser(tenantId, { username, password, ...person }, groups) {
      const realm = realms.get(tenantId)
      if (realm === undefined) throw new PortError('credential_store', 'rejected')
      if (realm.users.has(username)) return null
      const user = make(groups, password, person)
      realm.users.set(username, user)
      return { credentialId: user.credentialId, groups: [...user.groups] }
    },

    async removeTenant({ id, reservation }) {
      if (realms.get(id)?.reservation === reservation) realms.delete(id)
    },

    async checkPassword(user, password) {
      checks += 1
      const found = find(user)
      if (!found?.enabled || found.password !== password) return { accepted: false }
      return { accepted: true, groups: [...found.groups] }
    },

    async checkNobody() {
      checks += 1
    },

    async setPassword(user, password) {
      change(user, { password })
    },

    async setEnabled(user, enabled) {
      change(user, { enabled })
    },

    async setProfile(user, { email, firstName, lastName }) {
      const before = find(user)?.profile
      if (before === undefined) throw new PortError('credential_store', 'rejected')
      const profile = {
        email: email ?? before.email,
        firstName: firstName ?? before.firstName,
        lastName: lastName ?? before.lastName,
      }
      change(user, { profile })
    },

    async removeUser(user) {
      if (findToRemove(user) !== undefined) realms.get(user.tenantId)?.users.delete(user.username)
    },

    // This store keeps no roles.
    async setRole() {},

    async setGroups(user, groups) {
      change(user, { groups: [...new Set(groups)] })
      return [...new Set(groups)]
    },

    async checkReady() {},

    get checks() {
      return checks
    },

    profileOf: (user) => find(user)?.profile,
  }
}
