import { chown } from 'node:fs/promises'
import { join } from 'node:path'
import {
  createPostgresServer,
  type PostgresServer,
  removePostgresServer,
  run,
  serverUser,
  startAgain,
  stopPostgresServer,
} from '@gatehouse/test-services'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { temporaryFolder } from '../../test-support/temporary-folder.ts'
import { openPostgresDatabase } from './open-postgres-database.ts'

const folder = temporaryFolder()
const ca = join(folder, 'ca.pem')
let server: PostgresServer

beforeAll(async () => {
  const plain = await createPostgresServer()
  const { cert, key } = await certify(plain.dataFolder)
  await stopPostgresServer(plain)
  const settings = ['ssl=on', `ssl_cert_file=${cert}`, `ssl_key_file=${key}`]
  server = await startAgain({ ...plain, settings })
}, 120_000)

afterAll(() => removePostgresServer(server))

it('verify-full talks in secret to the server that the private authority names', async () => {
  expect(await isEncrypted({ sslmode: 'verify-full', sslrootcert: ca })).toBe(true)
})

it('verify-full talks to no server of an authority that it does not know', async () => {
  const unknown = isEncrypted({ sslmode: 'verify-full' })
  await expect(unknown).rejects.toMatchObject({ port: 'store', failure: 'unavailable' })
})

it('verify-full talks to no server that has another name', async () => {
  const other = isEncrypted({ sslmode: 'verify-full', sslrootcert: ca }, 'localhost')
  const cause = expect.objectContaining({ message: expect.stringContaining('ALTNAME') })
  await expect(other).rejects.toMatchObject({ failure: 'unavailable', cause })
})

it('without sslmode nothing is encrypted', async () => {
  expect(await isEncrypted({})).toBe(false)
})

async function isEncrypted(
  options: Readonly<Record<string, string>>,
  hostname = '127.0.0.1',
): Promise<unknown> {
  const address = new URL(server.url)
  address.hostname = hostname
  for (const [name, value] of Object.entries(options)) address.searchParams.set(name, value)
  const database = openPostgresDatabase({ url: address.href })
  try {
    const { rows } = await database.read((db) =>
      sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(db),
    )
    return rows[0]?.ssl
  } finally {
    await database.close()
  }
}

/** An authority of our own, and what it gives the server at 127.0.0.1. */
async function certify(dataFolder: string) {
  const [cert, key] = [join(dataFolder, 'server.pem'), join(dataFolder, 'server.key')]
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const caKey = join(folder, 'ca.key')
  await run('openssl', [...made, '-subj', '/CN=Test authority', '-keyout', caKey, '-out', ca])
  await run('openssl', [
    ...[...made, '-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'],
    ...['-CA', ca, '-CAkey', caKey, '-keyout', key, '-out', cert],
  ])
  const { uid, gid } = serverUser()
  if (uid !== undefined && gid !== undefined) {
    for (const file of [cert, key]) await chown(file, uid, gid)
  }
  return { cert, key }
}
