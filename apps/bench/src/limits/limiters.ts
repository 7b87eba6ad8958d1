import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RateLimiter } from '@gatehouse/auth-core/ports'
import { createRedisRateLimiter } from '@gatehouse/examples/redis'
import {
  createPostgresRateLimiter,
  createSqliteRateLimiter,
  migrate,
  openPostgresDatabase,
} from '@gatehouse/sql'
import {
  createPostgresServer,
  createRedisServer,
  removeLoopbackServer,
  removePostgresServer,
} from '@gatehouse/test-services'

/** A limiter that counts somewhere. */
export interface OpenLimiter {
  /** Where, for people. */
  readonly name: string
  /** The port. */
  readonly limiter: RateLimiter
  /** The process of its server; not set without one. */
  readonly server?: number
  /** Closes it, and stops its server. */
  close(): Promise<void>
}

/** How each is opened, by its name on the command line. */
export const limiterKinds = {
  sqlite: openSqlite,
  postgres: openPostgres,
  redis: openRedis,
} as const

/** The name of one of them. */
export type LimiterKind = keyof typeof limiterKinds

async function openSqlite(): Promise<OpenLimiter> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-bench-limits-'))
  const limiter = createSqliteRateLimiter({ file: join(folder, 'limits.sqlite') })
  return {
    name: 'SQLite',
    limiter,
    async close() {
      await limiter.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** With a disk that keeps what was acknowledged, as operators have it. */
async function openPostgres(): Promise<OpenLimiter> {
  const server = await createPostgresServer({ settings: ['fsync=on'] })
  const database = openPostgresDatabase({ url: server.url })
  await migrate(database)
  return {
    name: 'PostgreSQL',
    limiter: createPostgresRateLimiter(database),
    server: server.pid,
    async close() {
      await database.close()
      await removePostgresServer(server)
    },
  }
}

async function openRedis(): Promise<OpenLimiter> {
  const server = await createRedisServer()
  const limiter = createRedisRateLimiter({ url: server.url })
  return {
    name: 'Redis',
    limiter,
    server: server.pid,
    async close() {
      limiter.close()
      await removeLoopbackServer(server)
    },
  }
}
