import { readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheFolder } from './cache-folder.ts'
import { isAlive } from './process-group.ts'

/** A server that was started for development and tests. */
export interface RunningService {
  /** The leader of its process group. */
  readonly pid: number
  /** The folder of its data; removed when the server is stopped. */
  readonly dataFolder: string
}

/** The file that records which server of one kind runs. */
export interface ServiceFile<Service extends RunningService> {
  /** The server, if it is running. */
  running(): Service | undefined
  /** The server that was started last; it may be dead by now. */
  read(): Service | undefined
  /** Records a server; replaces the earlier record. */
  write(service: Service): Promise<void>
  /** Removes the file; nothing when there is none. */
  forget(): Promise<void>
}

/**
 * The file of one kind of server, in the cache folder.
 *
 * @param name Of the kind, and of the file.
 */
export function createServiceFile<Service extends RunningService>(
  name: string,
): ServiceFile<Service> {
  const file = join(cacheFolder, `${name}.json`)

  function read(): Service | undefined {
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as Service
    } catch {
      return undefined
    }
  }

  return {
    read,
    running() {
      const service = read()
      return service && isAlive(service) ? service : undefined
    },
    async write(service) {
      await mkdir(cacheFolder, { recursive: true })
      await writeFile(file, JSON.stringify(service, null, 2), { mode: 0o600 })
    },
    forget: () => rm(file, { force: true }),
  }
}
