import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '@gatehouse/gateway/testing'
import { findProgram, freePort, serverUser } from '@gatehouse/test-services'
import type { Rig } from './rig.ts'

/** A PgBouncer that may be killed. */
export interface PgBouncer {
  readonly port: number
  /** Kills it, and starts it again. */
  restart(): Promise<void>
}

/**
 * Starts a PgBouncer before a database, as the page for operators has it.
 *
 * @param url Of the database.
 * @param mode `pool_mode`.
 */
export async function startPgBouncer(
  rig: Rig,
  url: string,
  mode: 'session' | 'transaction',
): Promise<PgBouncer> {
  const { hostname, port: serverPort, username, password, pathname } = new URL(url)
  const user = serverUser()
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-pgbouncer-'))
  rig.defer(() => rm(folder, { recursive: true, force: true }))
  const port = await freePort()
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
  await chmod(folder, 0o755)
  if (user.uid !== undefined && user.gid !== undefined) await chown(folder, user.uid, user.gid)
  const start = async () => {
    const program = findProgram('pgbouncer') ?? 'pgbouncer'
    const child = spawn(program, ['--quiet', config], { cwd: folder, stdio: 'ignore', ...user })
    await eventually('PgBouncer', () => listens(port), 20_000)
    return child
  }
  let child = await start()
  rig.defer(() => child.kill('SIGKILL'))
  return {
    port,
    async restart() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      child = await start()
    },
  }
}

function listens(port: number): Promise<true | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(undefined))
  })
}
