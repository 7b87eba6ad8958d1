import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../find-program.ts'
import { freePort } from '../free-port.ts'
import { startLoopbackServer } from '../loopback-server.ts'
import type { RunningService } from '../service-file.ts'

/** A Redis or a Valkey on loopback that was started for tests. */
export interface RedisServer extends RunningService {
  /** Its address, without a password. */
  readonly url: string
}

/**
 * Starts an empty server that keeps nothing on a disk. `removeLoopbackServer` ends it.
 *
 * @throws {Error} When there is none.
 */
export async function createRedisServer(): Promise<RedisServer> {
  const program = findProgram('valkey-server') ?? findProgram('redis-server')
  if (program === undefined) throw new Error('Redis is needed: apt-get install redis-server')
  const dataFolder = await mkdtemp(join(tmpdir(), 'gatehouse-redis-'))
  const port = await freePort()
  const parameters = [
    ...['--bind', '127.0.0.1', '--port', String(port)],
    ...['--save', '', '--appendonly', 'no'],
  ]
  const server = await startLoopbackServer({ program, parameters, dataFolder, port })
  return { ...server, url: `redis://127.0.0.1:${port}` }
}
