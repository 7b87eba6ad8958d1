import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { runGatehouse } from '@gatehouse/gateway/testing'
import { type OwnKeycloak, openOwnKeycloak } from '@gatehouse/test-services'
import type { FaultContext } from '../chaos-environment.ts'
import { type Relay, startRelay } from '../relay.ts'
import type { Leg } from './leg.ts'

/** Longer than a realm takes on a busy machine. */
const patience = {
  KEYCLOAK_TIMEOUT_SECONDS: '30',
  KEYCLOAK_REALM_TIMEOUT_SECONDS: '45',
  SHUTDOWN_GRACE_SECONDS: '50',
}

/** It takes a minute to start, and serves for all runs of a command. */
let shared: Promise<OwnKeycloak> | undefined

/** Passwords are kept by a real Keycloak, which is killed and stopped, and whose connections are cut. */
export const keycloak: Leg = {
  name: 'keycloak',
  gateways: 2,
  maxFlows: 7,
  round: ['keycloak cut', 'keycloak pause', 'kill', 'keycloak kill', 'keycloak cut'],
  async close() {
    await (await shared)?.close()
    shared = undefined
  },
  async open({ later }) {
    shared ??= openOwnKeycloak()
    const server = await shared
    const relay = await startRelay(Number(new URL(server.service().url).port))
    later(() => relay.close())
    const { admin } = server.service()
    return {
      name: 'keycloak',
      settings: {
        ...(await settingsOf(server)),
        ...patience,
        KEYCLOAK_URL: `http://127.0.0.1:${relay.port}`,
        // For the doctor alone, who looks at every realm.
        KEYCLOAK_ADMIN: admin.username,
        KEYCLOAK_ADMIN_PASSWORD: admin.password,
      },
      faults: faultsOf(server, relay),
    }
  },
}

/** Milliseconds after which a gateway asks a Keycloak again that did not answer, and a second. */
const askedAgainMs = 5000 + 1000

function faultsOf(server: OwnKeycloak, relay: Relay) {
  return {
    async 'keycloak kill'({ random }: FaultContext) {
      await server.kill()
      await sleep(random(2000))
      await server.restart()
      await sleep(askedAgainMs)
    },
    async 'keycloak pause'({ random }: FaultContext) {
      const { pid } = server.service()
      process.kill(-pid, 'SIGSTOP')
      await sleep(2000 + random(6000))
      process.kill(-pid, 'SIGCONT')
      await sleep(askedAgainMs)
    },
    async 'keycloak cut'({ random }: FaultContext) {
      await sleep(random(500))
      relay.cut()
      await sleep(1000)
    },
  }
}

async function settingsOf(server: OwnKeycloak): Promise<Readonly<Record<string, string>>> {
  const { url, admin } = server.service()
  const { code, output, errors } = await runGatehouse(['keycloak', 'init'], {
    KEYCLOAK_URL: url,
    KEYCLOAK_CLIENT_ID: `gatehouse-chaos-${randomBytes(3).toString('hex')}`,
    KEYCLOAK_ADMIN: admin.username,
    KEYCLOAK_ADMIN_PASSWORD: admin.password,
  })
  if (code !== 0) throw new Error(`gatehouse keycloak init: ${errors}`)
  const [, printed = ''] = output.split('\n\n')
  return parseEnv(printed) as Record<string, string>
}
