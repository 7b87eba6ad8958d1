import { chown, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createPostgresServer,
  findPostgres,
  freePort,
  type PostgresServer,
  removePostgresServer,
  run,
  serverUser,
  startAgain,
} from '@gatehouse/test-services'
import type { Rig } from './rig.ts'

/** Starts a server of a scenario's own, which may be stopped and killed. */
export async function ownPostgres(rig: Rig): Promise<PostgresServer> {
  const server = await createPostgresServer()
  rig.defer(() => removePostgresServer(server))
  return server
}

/** Starts a hot standby of a server: a copy that follows it by streaming replication. */
export async function standbyOf(rig: Rig, primary: PostgresServer): Promise<PostgresServer> {
  const user = serverUser()
  const dataFolder = await mkdtemp(join(tmpdir(), 'gatehouse-standby-'))
  if (user.uid !== undefined && user.gid !== undefined) {
    await chown(dataFolder, user.uid, user.gid)
  }
  const port = await freePort()
  const address = new URL(primary.url)
  const data = join(dataFolder, 'data')
  await run(
    join(findPostgres(), 'pg_basebackup'),
    [`--pgdata=${data}`, `--dbname=${address.href}`, '--write-recovery-conf', '--checkpoint=fast'],
    { cwd: dataFolder, ...user },
  )
  address.port = String(port)
  const standby = await startAgain({ url: address.href, port, dataFolder, pid: 0 })
  rig.defer(() => removePostgresServer(standby))
  return standby
}

/** Makes a standby the primary. Resolves when it writes. */
export async function promote({ dataFolder }: PostgresServer): Promise<void> {
  const data = join(dataFolder, 'data')
  await run(join(findPostgres(), 'pg_ctl'), ['promote', '--wait', `--pgdata=${data}`], {
    cwd: dataFolder,
    ...serverUser(),
  })
}
