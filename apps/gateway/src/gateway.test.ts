import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { createAuth, createLiveKeyRing } from '@gatehouse/auth-core'
import { replicaTtlSeconds } from '@gatehouse/auth-core/operator'
import type { Mailer } from '@gatehouse/auth-core/ports'
import { createMemoryPorts } from '@gatehouse/auth-core/testing'
import { createClockWatch, createMailHealth, startWork } from '@gatehouse/embed/parts'
import { afterTest, startBackend } from '@gatehouse/proxy/testing'
import { readSettings } from '@gatehouse/settings'
import { eventually } from '@gatehouse/test-services'
import { describe, expect, it } from '@jest/globals'
import { pino } from 'pino'
import { createGateway } from './gateway.ts'

describe('a gateway that stops', () => {
  it('closes what it had opened, and listens no more', async () => {
    const { gateway, url, closed } = await start()
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    await gateway.stop()
    expect(closed()).toBe(true)
    await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed')
  })

  it('finishes an answer under way, and then keeps no connection for another', async () => {
    const { gateway, url } = await start({ SHUTDOWN_GRACE_SECONDS: '3600' })
    const headers = { ...json, expect: '100-continue' }
    const asked = request(`${url}/api/auth/login`, { method: 'POST', headers })
    asked.flushHeaders()
    await once(asked, 'continue')
    const stopping = gateway.stop()
    asked.end('{}')
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    expect(response.statusCode).toBe(400)
    response.resume()
    await stopping
  })

  it('F-2: says that it lives until the last answer, and then no longer', async () => {
    const { gateway, url, aliveAt } = await start({ SHUTDOWN_GRACE_SECONDS: '3600' })
    const headers = { ...json, expect: '100-continue' }
    const asked = request(`${url}/api/auth/login`, { method: 'POST', headers })
    asked.flushHeaders()
    await once(asked, 'continue')
    const stopping = gateway.stop()
    const afterEarlierNotes = new Date(Date.now() + replicaTtlSeconds * 1000)
    await eventually('a note of life from after that', async () =>
      (await aliveAt(afterEarlierNotes)) > 0 ? true : undefined,
    )
    asked.end('{}')
    await once(asked, 'response').then(([response]) => (response as IncomingMessage).resume())
    await stopping
    expect(await aliveAt(new Date())).toBe(0)
  })

  it('does not wait for a mail server that hangs', async () => {
    const mailer: Mailer = { prepare: never, checkReady: never }
    const { gateway, url } = await start({ SHUTDOWN_GRACE_SECONDS: '1' }, mailer)
    const signedUp = await fetch(`${url}/api/auth/signup`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({
        username: 'ada',
        email: 'ada@example.com',
        password: 'a long enough one',
        first_name: 'Ada',
        last_name: 'Lovelace',
        organization_name: 'engines',
        company_name: 'Engines',
      }),
    })
    expect(signedUp.status).toBe(201)
    await gateway.stop()
  })
})

const json = { 'content-type': 'application/json' }

const never = () => new Promise<never>(() => undefined)

async function start(env: Readonly<Record<string, string>> = {}, mailer?: Mailer) {
  const backend = await startBackend()
  const reading = readSettings(
    {
      PORT: '0',
      PUBLIC_BASE_URL: 'https://id.example',
      SMTP_URL: 'smtp://127.0.0.1:25',
      MACHINE_BACKEND_URL: backend.url,
      SHUTDOWN_DELAY_SECONDS: '0',
      ...env,
    },
    { isKnownSecret: () => false },
  )
  if (!reading.ok) throw new Error(JSON.stringify(reading.mistakes))
  const settings = reading.value
  const memory = createMemoryPorts()
  const ports = { ...memory, clock: { now: () => new Date() } }
  const keyRing = createLiveKeyRing(ports, settings.auth)
  await keyRing.reload()
  let closed = false
  const log = pino({ level: 'silent' })
  const core = {
    ports: { ...ports, keyRing },
    mailer: mailer ?? memory.mailer,
    clockWatch: createClockWatch({ readSkew: async () => 0, log }),
    keyRing,
    endings: memory.endings,
  }
  const gateway = createGateway({
    ...core,
    settings,
    log,
    requestLog: { write() {}, flush() {} },
    auth: createAuth(core.ports, settings.auth),
    languageOf: () => undefined,
    whenFresh: () => undefined,
    sealer: { seal: (text) => text, open: (text) => text },
    startWork: (terminals = () => 0) =>
      startWork({
        ...core,
        ...{ log, terminals, settings: settings.auth, providers: [], sealsWith: 'key-1' },
        mailHealth: createMailHealth(core.mailer),
        vitalStore: memory.store,
        async purgeCredentialStore() {},
        async fillApiKeyHashes() {},
      }),
    async close() {
      closed = true
    },
  })
  const { port } = await gateway.listen()
  afterTest(() => gateway.stop())
  const aliveAt = async (at: Date) =>
    (await memory.store.transaction((tx) => tx.replicas.findAlive(at))).length
  return { gateway, url: `http://127.0.0.1:${port}`, closed: () => closed, aliveAt }
}
