import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@gatehouse/gateway/testing'
import { cores } from '../../processes/cores.ts'
import { requireProgram } from '../../processes/require-program.ts'
import { startServer } from '../../processes/server.ts'
import { makeTemporaryFolder } from '../../processes/temporary-folder.ts'
import type { Peer, PeerOptions } from '../peer.ts'

/** A HAProxy that does what Gatehouse does, with one thread. */
export async function startHaproxyPeer(options: PeerOptions): Promise<Peer> {
  const port = await freePort()
  const { path: folder, remove } = await makeTemporaryFolder()
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, configuration(options, port), { mode: 0o600 })
  const parameters = ['-db', '-q', '-f', file]
  const server = await startServer({ program: 'haproxy', parameters, core: cores.measured, port })
  return {
    name: haproxyVersion(),
    pid: server.pid,
    port,
    work: 'full',
    async stop() {
      await server.stop()
      await remove()
    },
  }
}

/** Its name and version. */
function haproxyVersion(): string {
  const text = execFileSync(requireProgram('haproxy'), ['-v'], { encoding: 'utf8' })
  return `HAProxy ${/version ([\d.]+)/.exec(text)?.[1] ?? ''}`.trimEnd()
}

/** Headers of identity, and the claims that they carry. */
const identity = {
  'X-Gatehouse-User-Id': 'user_id',
  'X-Gatehouse-Username': 'username',
  'X-Gatehouse-Email': 'email',
  'X-Gatehouse-Tenant-Id': 'tenant_id',
  'X-Gatehouse-Role': 'role',
  'X-Gatehouse-Machine-Role': 'machine_role',
  'X-Gatehouse-Source': 'source',
}

function configuration({ backend, secret }: PeerOptions, port: number): string {
  const identityLines = Object.entries(identity).map(
    ([name, claim]) =>
      `  http-request set-header ${name} %[var(txn.bearer),jwt_payload_query('$.${claim}')]`,
  )
  return `global
  maxconn 4096
  nbthread 1
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  option http-keep-alive
  http-reuse always
frontend clients
  bind 127.0.0.1:${port}
  http-request deny deny_status 400 if { path_sub // }
  http-request set-var(txn.bearer) http_auth_bearer
  http-request deny deny_status 401 unless { var(txn.bearer) -m found }
  http-request deny deny_status 401 unless { var(txn.bearer),jwt_header_query('$.alg') -m str HS256 }
  http-request deny deny_status 401 unless { var(txn.bearer),jwt_verify(HS256,"${secret}") -m int 1 }
  http-request set-var(txn.exp) var(txn.bearer),jwt_payload_query('$.exp','int')
  http-request set-var(txn.now) date()
  http-request deny deny_status 401 if { var(txn.exp),sub(txn.now) -m int lt 0 }
  http-request del-header X-Gatehouse- -m beg
  http-request del-header X-Forwarded- -m beg
${identityLines.join('\n')}
  http-request set-header X-Forwarded-For %[src]
  http-request set-header X-Forwarded-Proto http
  http-request set-header X-Forwarded-Host %[req.hdr(host)]
  unique-id-format %{+X}o%ci%cp%Ts%rt%pid
  http-request set-header X-Request-Id %[unique-id]
  http-response set-header X-Request-Id %[unique-id]
  default_backend machines
backend machines
  server one 127.0.0.1:${backend} maxconn 64
`
}
