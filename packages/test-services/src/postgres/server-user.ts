import { spawnSync } from 'node:child_process'
import { chownSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cacheFolder } from '../cache-folder.ts'

/** As whom the server runs: it refuses to run as root. `{}` for whoever runs this. */
export interface ServerUser {
  readonly uid?: number
  readonly gid?: number
}

/** @throws {Error} When root runs this and there is nobody else. */
export function serverUser(): ServerUser {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = [idOf(name, '-u'), idOf(name, '-g')]
    if (uid !== undefined && gid !== undefined) return { uid, gid }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres')
}

/** A new folder for the data that this user can use: nobody else can enter the home of root. */
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
