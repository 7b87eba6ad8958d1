import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startGateway, startMailServer, unlimited } from '@gatehouse/gateway/testing'
import { postJson } from '../post-json.ts'
import type { Peer } from './peer.ts'
import { cores, pinnedTo } from './process.ts'

const plenty = '100000'
const somebody = { email: 'ada@example.com', password: 'correct horse battery staple' }

/** The gateway as it is shipped, its log included; only its caps are lifted. */
export async function startGatehouse(
  backend: number,
  more: Readonly<Record<string, string>> = {},
): Promise<Peer> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-bench-'))
  const mail = await startMailServer()
  const gateway = await startGateway({
    ...unlimited,
    DATA_DIR: folder,
    SMTP_URL: mail.url,
    MACHINE_BACKEND_URL: `http://127.0.0.1:${backend}`,
    MAX_CONNECTIONS: plenty,
    TERMINAL_MAX_PER_USER: plenty,
    TERMINAL_MAX_PER_NETWORK: plenty,
    METRICS_PORT: '0',
    ...more,
  })
  const pid = pinnedTo(cores.measured, gateway)
  return {
    name: 'Gatehouse',
    pid,
    port: gateway.port,
    target: `/api/terminal/agent-7/ws?token=${await tokenFrom(gateway.url)}`,
    async stop() {
      await gateway.kill()
      await mail.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function tokenFrom(url: string): Promise<string> {
  const names = { username: 'ada', first_name: 'Ada', last_name: 'Lovelace' }
  const organization = { organization_name: 'Acme', company_name: 'Acme' }
  await postJson(`${url}/api/auth/signup`, { ...somebody, ...names, ...organization })
  const answer = await postJson(`${url}/api/auth/login`, somebody)
  const { token } = JSON.parse(answer) as { readonly token: string }
  return token
}
