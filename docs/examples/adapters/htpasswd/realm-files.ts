import { randomUUID } from 'node:crypto'
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The people of a tenant, and their groups. */
export interface Realm {
  /** Hashes by username. One behind a `!` fits no password: its user is disabled. */
  readonly users: ReadonlyMap<string, string>
  /** Usernames by group. */
  readonly groups: ReadonlyMap<string, readonly string[]>
}

/** A realm for each tenant, as files that Apache reads (`AuthUserFile` and `AuthGroupFile`). */
export interface RealmFiles {
  /** The realm; `undefined` when there is none. */
  read(tenantId: string): Promise<Realm | undefined>
  /** Replaces the realm. A reader sees each file as it was before or as it is afterwards, never half. */
  replace(tenantId: string, realm: Realm): Promise<void>
  /** Makes a realm, whole or not at all. @returns Whether there was none. */
  create(tenantId: string, realm: Realm & { readonly reservation: string }): Promise<boolean>
  /** Removes a realm with this reservation. */
  remove(tenantId: string, reservation: string): Promise<void>
}

/** The files in a folder, which has to exist. Errors are those of the file system. */
export function createRealmFiles(folder: string): RealmFiles {
  // A slash or dots in a name lead nowhere else.
  const pathOf = (tenantId: string) => join(folder, `realm-${encodeURIComponent(tenantId)}`)

  /** The content of a file; `undefined` when there is none, though the folder of all is there. */
  async function read(file: string): Promise<string | undefined> {
    try {
      return await readFile(file, 'utf8')
    } catch (error) {
      if (!isMissing(error)) throw error
      await access(folder)
      return undefined
    }
  }

  return {
    async read(tenantId) {
      const users = await read(join(pathOf(tenantId), 'htpasswd'))
      const groups = await read(join(pathOf(tenantId), 'htgroups'))
      if (users === undefined || groups === undefined) return undefined
      return { users: readUsers(users), groups: readGroups(groups) }
    },

    async replace(tenantId, { users, groups }) {
      // In this order: a new user has their groups from the first login on.
      await replaceFile(join(pathOf(tenantId), 'htgroups'), writeGroups(groups))
      await replaceFile(join(pathOf(tenantId), 'htpasswd'), writeUsers(users))
    },

    async create(tenantId, { reservation, users, groups }) {
      const made = join(folder, `new-${randomUUID()}`)
      await mkdir(made, { mode: 0o700 })
      try {
        await writePrivate(join(made, 'reservation'), reservation)
        await writePrivate(join(made, 'htgroups'), writeGroups(groups))
        await writePrivate(join(made, 'htpasswd'), writeUsers(users))
        // Fails where a folder of that name has files in it.
        await rename(made, pathOf(tenantId))
        return true
      } catch (error) {
        await rm(made, { recursive: true, force: true })
        if (isTaken(error)) return false
        throw error
      }
    },

    async remove(tenantId, reservation) {
      if ((await read(join(pathOf(tenantId), 'reservation'))) !== reservation) return
      // Gone at once, however long the rest takes.
      const removed = join(folder, `removed-${randomUUID()}`)
      await rename(pathOf(tenantId), removed)
      await rm(removed, { recursive: true })
    },
  }
}

async function replaceFile(file: string, text: string): Promise<void> {
  const written = `${file}.${randomUUID()}`
  try {
    await writePrivate(written, text)
    await rename(written, file)
  } catch (error) {
    await rm(written, { force: true })
    throw error
  }
}

function writePrivate(file: string, text: string): Promise<void> {
  // On the disk before the answer: a new password survives a power cut.
  return writeFile(file, text, { mode: 0o600, flush: true })
}

/** A name in a file whose signs are colons, spaces and ends of lines. */
const encoded = encodeURIComponent

function readUsers(text: string): Realm['users'] {
  return new Map(linesOf(text).map(([name, hash]) => [decodeURIComponent(name), hash]))
}

function writeUsers(users: Realm['users']): string {
  return Array.from(users, ([name, hash]) => `${encoded(name)}:${hash}\n`).join('')
}

function readGroups(text: string): Realm['groups'] {
  return new Map(
    linesOf(text).map(([name, members]) => [
      decodeURIComponent(name),
      members.split(' ').filter(Boolean).map(decodeURIComponent),
    ]),
  )
}

function writeGroups(groups: Realm['groups']): string {
  const line = ([name, members]: readonly [string, readonly string[]]) =>
    `${encoded(name)}: ${members.map(encoded).join(' ')}\n`
  return Array.from(groups, line).join('')
}

function linesOf(text: string): readonly (readonly [string, string])[] {
  return text
    .split('\n')
    .filter((line) => line.includes(':'))
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)] as const)
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
const isMissing = (error: unknown) => codeOf(error) === 'ENOENT'
const isTaken = (error: unknown) => ['ENOTEMPTY', 'EEXIST'].includes(codeOf(error))
