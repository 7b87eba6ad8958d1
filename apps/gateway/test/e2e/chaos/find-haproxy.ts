import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where HAProxy is: Debian puts it where not everybody's PATH leads. `undefined` if nowhere. */
export function findHaproxy(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  return folders.map((folder) => join(folder, 'haproxy')).find((file) => existsSync(file))
}
