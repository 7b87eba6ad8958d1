import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The folder with the programs of a PostgreSQL: that of `POSTGRES_BIN`, or the newest that Debian's
 * packages have put here.
 *
 * @throws {Error} When there is none.
 */
export function findPostgres(): string {
  const given = process.env.POSTGRES_BIN
  const version = (folder: string) => Number(/\d+/.exec(folder)?.[0] ?? 0)
  const folders = given
    ? [given]
    : globSync('/usr/lib/postgresql/*/bin').sort((one, other) => version(other) - version(one))
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')))
  if (found) return found
  throw new Error('PostgreSQL is needed: apt-get install postgresql, or name it in POSTGRES_BIN')
}
