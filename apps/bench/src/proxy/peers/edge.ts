import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defaultSettings } from '@gatehouse/auth-core'
import { freePort } from '@gatehouse/gateway/testing'
import { edgeMap, haproxyConfiguration, mapFileName, mapText } from '@gatehouse/haproxy'
import { cores } from '../../processes/cores.ts'
import { startServer } from '../../processes/server.ts'
import { makeTemporaryFolder } from '../../processes/temporary-folder.ts'
import type { OtherPeerOptions, Peer } from '../peer.ts'

/** The edge as `gatehouse edge haproxy` makes it, its log included. @param threads How many it has. */
export async function startEdgePeer(options: OtherPeerOptions, threads = 1): Promise<Peer> {
  const port = await freePort()
  const { path: folder, remove } = await makeTemporaryFolder()
  const file = join(folder, 'haproxy.cfg')
  const map = join(folder, mapFileName)
  await writeFile(map, keysOf(options), { mode: 0o600 })
  const text = configurationOf(options, { port, folder, map })
  await writeFile(file, text.replace('global\n', `global\n  nbthread ${threads}\n`))
  const parameters = ['-db', '-f', file]
  const server = await startServer({ program: 'haproxy', parameters, core: cores.measured, port })
  return {
    name: 'Edge, HAProxy by `gatehouse edge`',
    pid: server.pid,
    port,
    work: 'full',
    async stop() {
      await server.stop()
      await remove()
    },
  }
}

/** A map that holds for as long as a benchmark may take. */
function keysOf({ secret, token }: OtherPeerOptions): string {
  const header = Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()
  const { kid } = JSON.parse(header) as { readonly kid: string }
  const key = {
    kid,
    secret: Buffer.from(secret, 'utf8').toString('base64url'),
    activeFrom: new Date(0),
    acceptedUntil: null,
    revokedAt: null,
  }
  const map = edgeMap({ keys: [key], endings: [], at: new Date() }, defaultSettings)
  return mapText(map, new Date(Date.now() + 86_400_000))
}

interface Places {
  readonly port: number
  readonly folder: string
  readonly map: string
}

function configurationOf(
  { backend, gateway }: OtherPeerOptions,
  { port, folder, map }: Places,
): string {
  const problem = '{"request_id":"REQUEST_ID"}'
  return haproxyConfiguration({
    bind: `127.0.0.1:${port}`,
    socket: join(folder, 'admin.sock'),
    map,
    gateways: [`127.0.0.1:${gateway}`],
    backend: {
      url: `http://127.0.0.1:${backend}`,
      timeoutSeconds: 60,
      maxConnections: 64,
      // All of the load comes from one account in one network.
      caps: { perUser: 1000, perTenant: 1000, perNetwork: 1000 },
    },
    tokens: { issuer: 'gatehouse', lifetimeSeconds: 86_400, onlyConfirmed: false },
    clients: {
      ...{ protocol: 'http', origins: ['https://app.example'], maxHeaderBytes: 16_384 },
      ...{ headersTimeoutSeconds: 15, keepAliveSeconds: 65, maxConnections: 4096 },
    },
    problems: {
      400: problem,
      408: problem,
      500: problem,
      502: problem,
      503: problem,
      504: problem,
    },
  })
}
