/** What stops the gateway from starting, and what it says then. */
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterTest } from '@gatehouse/proxy/testing'
import { expect, it } from '@jest/globals'
import { publicBaseUrl, runGateway } from '../testing/gateway-process.ts'

interface Obstacles {
  readonly port: string
  /** A file that is neither a folder nor a database. */
  readonly file: string
}

it.each([
  ['the port is taken', ({ port }: Obstacles) => ({ PORT: port }), /EADDRINUSE.*:\d+$/],
  [
    'the folder is a file',
    ({ file }: Obstacles) => ({ DATA_DIR: file }),
    /DATA_DIR, .*\/taken, cannot be used/,
  ],
  [
    'the folder cannot be made',
    ({ file }: Obstacles) => ({ DATA_DIR: join(file, 'below') }),
    /DATA_DIR, .*\/taken\/below, cannot be used/,
  ],
  [
    'the database is something else',
    ({ file }: Obstacles) => ({ DATABASE_URL: `sqlite:${file}` }),
    /the database, .*\/taken, cannot be used/,
  ],
])('a start ends with one clear line and 1: %s', async (_why, settings, expected) => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-e2e-'))
  afterTest(() => rm(folder, { recursive: true }))
  const server = createServer().listen(0, '127.0.0.1')
  afterTest(() => void server.close())
  await once(server, 'listening')
  const file = join(folder, 'taken')
  await writeFile(file, 'no database, and no folder either: '.repeat(100))
  const { port } = server.address() as AddressInfo

  const { code, output } = await runGateway({
    PORT: '0',
    PUBLIC_BASE_URL: publicBaseUrl,
    DATA_DIR: folder,
    SMTP_URL: 'smtp://127.0.0.1:25',
    MACHINE_BACKEND_URL: 'http://127.0.0.1:9000',
    ...settings({ port: String(port), file }),
  })
  const told = output.trimEnd().split('\n')
  // Before it fails it may log how far it came, in JSON.
  expect([code, told.filter((line) => !line.startsWith('{'))]).toEqual([
    1,
    [expect.stringMatching(/^The gateway cannot start: /)],
  ])
  expect(told.at(-1)).toMatch(expected)
})
