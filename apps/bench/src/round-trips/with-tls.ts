import { chown } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type PostgresServer,
  run,
  serverUser,
  startAgain,
  stopPostgresServer,
} from '@gatehouse/test-services'

/** Has a server talk in secret to those who want it, with a certificate of its own. */
export async function withTls(server: PostgresServer): Promise<PostgresServer> {
  const [cert, key] = [join(server.dataFolder, 'server.pem'), join(server.dataFolder, 'server.key')]
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
    ...['-subj', '/CN=127.0.0.1', '-keyout', key, '-out', cert],
  ])
  const { uid, gid } = serverUser()
  if (uid !== undefined && gid !== undefined) {
    for (const file of [cert, key]) await chown(file, uid, gid)
  }
  await stopPostgresServer(server)
  const secret = ['ssl=on', `ssl_cert_file=${cert}`, `ssl_key_file=${key}`]
  return startAgain({ ...server, settings: [...(server.settings ?? []), ...secret] })
}
