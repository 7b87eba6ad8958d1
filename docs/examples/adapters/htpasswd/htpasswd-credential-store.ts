import { randomBytes, timingSafeEqual } from 'node:crypto'
import { access, constants } from 'node:fs/promises'
import {
  type CredentialStore,
  type CredentialUser,
  type NewUser,
  PortError,
} from '@gatehouse/auth-core/ports'
import { createRealmFiles, type Realm, type RealmFiles } from './realm-files.ts'
import { sha512Crypt } from './sha512-crypt.ts'

/** Where the files are, and how they are hashed. */
export interface HtpasswdOptions {
  /** A folder that exists, and that one process alone writes to. */
  readonly folder: string
  /** The rounds of new hashes, 1000 or more; 5000 unless given, as with `crypt`. */
  readonly rounds?: number
  /** Hashes a password as the hash given says; that of SHA-512 unless given. */
  readonly crypt?: (password: string, stored: string) => string
}

/** What the methods are made of. */
interface Base {
  readonly files: RealmFiles
  /** Lets changes come one after the other, so that none undoes another. */
  readonly inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** The hash of a new password. */
  readonly hashOf: (password: string) => string
  /** Changes what is kept of a user. @throws {PortError} `rejected` for an unknown user. */
  readonly change: (user: CredentialUser, to: Change) => Promise<Realm>
}

type Change = (realm: Realm, hash: string) => Realm

/** Groups of the first user of a tenant. */
const firstGroups: readonly string[] = ['administrators']

/**
 * A {@link CredentialStore} in files of the form that Apache and nginx read, so that a web server can ask for the same
 * passwords. A user is known by the username; names and addresses of people are not kept.
 */
export function createHtpasswdCredentialStore(options: HtpasswdOptions): CredentialStore {
  const { folder, rounds = 5000, crypt = sha512Crypt } = options
  const files = inOurWords(createRealmFiles(folder))
  const inTurn = createQueue()
  const newSetting = () => {
    const salt = randomBytes(12).toString('base64url').replaceAll(/[-_]/g, '.')
    return `$6$rounds=${rounds}$${salt}`
  }
  const base: Base = {
    files,
    inTurn,
    hashOf: (password) => crypt(password, newSetting()),
    change: (user, to) =>
      inTurn(async () => {
        const realm = await files.read(user.tenantId)
        const hash = realm && find(realm, user)
        if (realm === undefined || hash === undefined) throw rejected()
        const changed = to(realm, hash)
        await files.replace(user.tenantId, changed)
        return changed
      }),
  }
  const checkReady = () => access(folder, constants.W_OK).catch(fail)
  return {
    ...checks(files, { crypt, newSetting }),
    ...tenants(base),
    ...changes(base),
    // These files have no place for roles.
    setRole: checkReady,
    checkReady,
  }
}

type Checks = Pick<CredentialStore, 'checkPassword' | 'checkNobody'>

interface Hashing extends Required<Pick<HtpasswdOptions, 'crypt'>> {
  readonly newSetting: () => string
}

function checks(files: RealmFiles, { crypt, newSetting }: Hashing): Checks {
  /** Does the same work for known and for unknown users. */
  async function check(user: CredentialUser, password: string): Promise<Realm | undefined> {
    const realm = await files.read(user.tenantId)
    const found = realm && find(realm, user)
    const stored = found?.replace(/^!/, '') ?? newSetting()
    const isRight = isSame(hashed(password, stored), stored)
    return isRight && found === stored ? realm : undefined
  }

  function hashed(password: string, stored: string): string {
    try {
      return crypt(password, stored)
    } catch (error) {
      // A scheme that we do not know is a fault of the file, and no wrong password.
      throw new PortError('credential_store', 'corrupt', error)
    }
  }

  return {
    async checkPassword(user, password) {
      const realm = await check(user, password)
      return realm ? { accepted: true, groups: groupsOf(realm, user) } : { accepted: false }
    },

    async checkNobody(password) {
      await check({ tenantId: '', username: '', credentialId: '' }, password)
    },
  }
}

type Tenants = Pick<CredentialStore, 'createTenant' | 'removeTenant' | 'addUser' | 'removeUser'>

function tenants({ files, hashOf, inTurn }: Base): Tenants {
  const withUser = (realm: Realm, { password, username }: NewUser, groups: readonly string[]) =>
    withHash(inGroups(realm, { username }, groups), { username }, hashOf(password))

  return {
    async createTenant({ id, reservation }, user) {
      const realm = withUser({ users: new Map(), groups: new Map() }, user, firstGroups)
      const isNew = await files.create(id, { ...realm, reservation })
      return isNew ? { credentialId: user.username, groups: firstGroups } : null
    },

    removeTenant: ({ id, reservation }) => inTurn(() => files.remove(id, reservation)),

    addUser: (tenantId, user, groups) =>
      inTurn(async () => {
        const realm = await files.read(tenantId)
        if (realm === undefined) throw rejected()
        if (realm.users.has(user.username)) return null
        await files.replace(tenantId, withUser(realm, user, groups))
        return { credentialId: user.username, groups: [...new Set(groups)] }
      }),

    removeUser: (user) =>
      inTurn(async () => {
        const realm = await files.read(user.tenantId)
        const isNamed = user.credentialId === '' || user.credentialId === user.username
        if (realm === undefined || !isNamed) return
        const { groups, users } = inGroups(realm, user, [])
        const others = new Map([...users].filter(([name]) => name !== user.username))
        await files.replace(user.tenantId, { groups, users: others })
      }),
  }
}

type Changes = Pick<CredentialStore, 'setPassword' | 'setEnabled' | 'setGroups' | 'setProfile'>

function changes({ change, hashOf }: Base): Changes {
  return {
    async setPassword(user, password) {
      const hash = hashOf(password)
      await change(user, (realm, before) => {
        // A disabled user stays disabled under a new password.
        const mark = before.startsWith('!') ? '!' : ''
        return withHash(realm, user, mark + hash)
      })
    },

    async setEnabled(user, enabled) {
      await change(user, (realm, before) => {
        const hash = before.replace(/^!/, '')
        return withHash(realm, user, enabled ? hash : `!${hash}`)
      })
    },

    async setGroups(user, groups) {
      const changed = await change(user, (realm) => inGroups(realm, user, groups))
      return groupsOf(changed, user)
    },

    // These files have no place for names and addresses.
    async setProfile(user) {
      await change(user, (realm) => realm)
    },
  }
}

type Named = Pick<CredentialUser, 'username'>

/** The hash of a user; the identifier of a user is the username. */
function find({ users }: Realm, { credentialId, username }: CredentialUser): string | undefined {
  return credentialId === username ? users.get(username) : undefined
}

function groupsOf({ groups }: Realm, { username }: Named): readonly string[] {
  return [...groups].flatMap(([name, members]) => (members.includes(username) ? [name] : []))
}

function withHash({ groups, users }: Realm, { username }: Named, hash: string): Realm {
  return { groups, users: new Map([...users, [username, hash]]) }
}

/** The realm with the user in these groups alone. Groups without members are removed. */
function inGroups({ groups, users }: Realm, { username }: Named, wanted: readonly string[]): Realm {
  const names = new Set([...groups.keys(), ...wanted])
  const changed = Array.from(names, (name) => {
    const others = (groups.get(name) ?? []).filter((member) => member !== username)
    return [name, wanted.includes(name) ? [...others, username] : others] as const
  })
  return { users, groups: new Map(changed.filter(([, members]) => members.length > 0)) }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function createQueue(): Base['inTurn'] {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}

/** The same files, whose errors are those of the port. */
function inOurWords(files: RealmFiles): RealmFiles {
  return {
    read: (...given) => files.read(...given).catch(fail),
    replace: (...given) => files.replace(...given).catch(fail),
    create: (...given) => files.create(...given).catch(fail),
    remove: (...given) => files.remove(...given).catch(fail),
  }
}

function fail(error: unknown): never {
  throw new PortError('credential_store', 'unavailable', error)
}

function rejected(): PortError {
  return new PortError('credential_store', 'rejected')
}
