import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../find-program.ts'
import { freePort } from '../free-port.ts'
import { listens } from '../listens.ts'
import { until } from '../until.ts'
import { serverUser } from './server-user.ts'

/** A PgBouncer that may be killed. */
export interface PgBouncer {
  /** Where it listens, on this machine. */
  readonly port: number
  /** Kills it, and starts it again. */
  restart(): Promise<void>
  /** Kills it, and removes its files. */
  stop(): Promise<void>
}

/**
 * Starts a PgBouncer before a database, as the page for operators has it.
 *
 * @param url Of the database.
 * @param mode `pool_mode`.
 */
export async function startPgBouncer(
  url: string,
  mode: 'session' | 'transaction',
): Promise<PgBouncer> {
  const user = serverUser()
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-pgbouncer-'))
  const port = await freePort()
  const config = await configure(new URL(url), { folder, port, mode })
  await chmod(folder, 0o755)
  if (user.uid !== undefined && user.gid !== undefined) await chown(folder, user.uid, user.gid)
  const start = async () => {
    const program = findProgram('pgbouncer') ?? 'pgbouncer'
    const child = spawn(program, ['--quiet', config], { cwd: folder, stdio: 'ignore', ...user })
    await until(() => listens(port), {
      failure: (isOver) => (isOver ? 'PgBouncer does not listen' : undefined),
    })
    return child
  }
  let child = await start()
  const kill = async () => {
    const ended = once(child, 'exit')
    if (child.kill('SIGKILL')) await ended
  }
  return {
    port,
    async restart() {
      await kill()
      child = await start()
    },
    async stop() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface PgBouncerPlace {
  readonly folder: string
  readonly port: number
  readonly mode: 'session' | 'transaction'
}

/** Writes its files. @returns The path of its configuration. */
async function configure(
  { hostname, port: serverPort, username, password, pathname }: URL,
  { folder, port, mode }: PgBouncerPlace,
): Promise<string> {
  const users = join(folder, 'users.txt')
  await writeFile(users, `"${username}" "${password}"\n`)
  const config = join(folder, 'pgbouncer.ini')
  await writeFile(
    config,
    `[databases]
${pathname.slice(1)} = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = ${mode === 'transaction' ? 5 : 60}
ignore_startup_parameters = statement_timeout, lock_timeout, idle_in_transaction_session_timeout
`,
  )
  return config
}
