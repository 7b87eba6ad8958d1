import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where downloads and the data of services are kept: outside the tree, so that a clean clone finds them. */
export const cacheFolder = join(
  process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
  'gatehouse',
)
