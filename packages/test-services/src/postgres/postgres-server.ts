import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { chown, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../free-port.ts'
import { endProcess, isAlive } from '../process-group.ts'
import { run } from '../run.ts'
import { until } from '../until.ts'
import { findPostgres } from './find-postgres.ts'
import { makeDataFolder, type ServerUser, serverUser } from './server-user.ts'

/** A PostgreSQL on loopback that was started for tests. */
export interface PostgresServer {
  /** The address of the database `postgres`, for its administrator. */
  readonly url: string
  /** The TCP port it listens on. */
  readonly port: number
  /** The folder of its data (`PGDATA`). */
  readonly dataFolder: string
  /** The process that runs now, or did last. */
  readonly pid: number
  /** Additional settings, `name=value`; they override the common ones. */
  readonly settings?: readonly string[] | undefined
  /** What its environment has besides this process's. */
  readonly env?: Readonly<Record<string, string>> | undefined
}

/** Options for starting a server. */
export interface PostgresServerOptions {
  /** The preferred port; 0, or unset, for any port. */
  readonly port?: number
  /** Additional settings, `name=value`. */
  readonly settings?: readonly string[]
  /** What its environment has besides this process's. */
  readonly env?: Readonly<Record<string, string>>
}

/** The ways to end a server. */
const stopSignals = {
  /** Rolls open transactions back, and stops in order. */
  fast: 'SIGINT',
  /** Stops as after a power cut: the next start has to recover. */
  immediate: 'SIGQUIT',
} as const

/** The settings of all servers: no waiting for disks, and room for many connections. */
const usualSettings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'fsync=off',
  'max_connections=300',
  'shared_buffers=64MB',
]

/** Starts a server with an empty database and waits until it answers. */
export async function createPostgresServer({
  port = 0,
  settings,
  env,
}: PostgresServerOptions = {}): Promise<PostgresServer> {
  const user = serverUser()
  const bin = findPostgres()
  const dataFolder = await makeDataFolder(user)
  const password = randomBytes(16).toString('base64url')
  const passwordFile = join(dataFolder, 'password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (user.uid !== undefined && user.gid !== undefined) {
    await chown(passwordFile, user.uid, user.gid)
  }
  const data = join(dataFolder, 'data')
  await run(
    join(bin, 'initdb'),
    [
      `--pgdata=${data}`,
      '--username=gatehouse',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ],
    { cwd: dataFolder, ...user },
  )
  const bound = await freePort(port)
  const url = `postgres://gatehouse:${password}@127.0.0.1:${bound}/postgres`
  return startAgain({ url, port: bound, dataFolder, pid: 0, settings, env })
}

/** Starts a server that was stopped, on the same data and the same port. */
export async function startAgain(server: PostgresServer): Promise<PostgresServer> {
  const pid = spawnServer(server, serverUser())
  const started = { ...server, pid }
  try {
    await untilReady(started)
  } catch (error) {
    await removePostgresServer(started)
    throw error
  }
  return started
}

/** Stops a server and keeps its data. */
export async function stopPostgresServer(
  server: PostgresServer,
  how: keyof typeof stopSignals = 'fast',
): Promise<void> {
  await endProcess(server, stopSignals[how])
}

/** Stops a server and removes its data. */
export async function removePostgresServer(server: {
  readonly pid: number
  readonly dataFolder: string
}): Promise<void> {
  await endProcess(server, stopSignals.fast)
  await rm(server.dataFolder, { recursive: true, force: true })
}

function spawnServer(
  { dataFolder, port, settings = [], env }: PostgresServer,
  user: ServerUser,
): number {
  const options = [...usualSettings, `port=${port}`, ...settings].flatMap((one) => ['-c', one])
  const log = openSync(logFile(dataFolder), 'a')
  const server = spawn(
    join(findPostgres(), 'postgres'),
    ['-D', join(dataFolder, 'data'), ...options],
    {
      cwd: dataFolder,
      detached: true,
      stdio: ['ignore', log, log],
      env: { ...process.env, ...env },
      ...user,
    },
  )
  server.unref()
  closeSync(log)
  if (server.pid === undefined) throw new Error('PostgreSQL could not be started')
  return server.pid
}

function untilReady(server: PostgresServer): Promise<void> {
  return until(() => answers(server), {
    seconds: 60,
    pollMs: 50,
    failure(isOver) {
      if (isAlive(server) && !isOver) return undefined
      const log = readFileSync(logFile(server.dataFolder), 'utf8')
      return `PostgreSQL did not come up:\n${log.slice(-4000)}`
    },
  })
}

async function answers({ url }: PostgresServer): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

function logFile(dataFolder: string): string {
  return join(dataFolder, 'server.log')
}
