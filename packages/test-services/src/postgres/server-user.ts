import { spawnSync } from 'node:child_process'
import { chownSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cacheFolder } from '../cache-folder.ts'

/**
 * The user that runs the server, which refuses to run as root; `{}` for the user of this process.
 */
export interface ServerUser {
  /** The numeric id of the user; left out for that of this process. */
  readonly uid?: number
  /** The numeric id of its group; unless given, that of this process. */
  readonly gid?: number
}

/**
 * The user that can run a server.
 *
 * @throws {Error} When this process is root's and there is no other.
 */
export function serverUser(): ServerUser {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = [idOf(name, '-u'), idOf(name, '-g')]
    if (uid !== undefined && gid !== undefined) return { uid, gid }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres')
}

/** Makes a folder for data that this user can use: other users cannot enter the home of root. */
export async function makeDataFolder({ uid, gid }: ServerUser): Promise<string> {
  const parent = uid === undefined ? cacheFolder : tmpdir()
  const folder = await mkdtemp(join(parent, 'gatehouse-postgres-'))
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
  return folder
}

function idOf(name: string, part: '-u' | '-g'): number | undefined {
  const { status, stdout } = spawnSync('id', [part, name], { encoding: 'utf8' })
  return status === 0 ? Number(stdout) : undefined
}
