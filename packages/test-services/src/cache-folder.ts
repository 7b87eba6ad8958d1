import { homedir } from 'node:os'
import { join } from 'node:path'

/**
 * The folder for downloads and the data of services: outside the work tree, so that a fresh clone can use
 * them.
 */
export const cacheFolder = join(
  process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
  'gatehouse',
)
