import { setTimeout as sleep } from 'node:timers/promises'
import { startGoogleLike } from '@gatehouse/oidc/testing'
import { arrive } from '../flows/arrive.ts'
import { startRelay } from '../relay.ts'
import { providerFaultsStayThere } from '../rules/providers.ts'
import type { Leg } from './leg.ts'

/** Milliseconds for which a gateway goes on waiting for a provider that hung. */
const patienceMs = 5000

const client = { clientId: 'gateway', clientSecret: 'a secret of 32 or more characters' }
const callbackPath = '/api/auth/oidc/provider_b/callback'

/** People also sign in with a real OpenID provider, which is slow, down, or hangs. */
export const provider: Leg = {
  name: 'provider',
  flows: [arrive, arrive, arrive],
  rules: { 'a provider fails for nobody without a fault': providerFaultsStayThere },
  round: ['provider slow', 'provider down', 'provider hung', 'kill', 'cut', 'provider down'],
  async open({ url, later }) {
    const relay = await startRelay(0)
    later(() => relay.close())
    const registered = { ...client, redirectUri: `${url}${callbackPath}` }
    const origin = `http://127.0.0.1:${relay.port}`
    const server = await startGoogleLike(registered, { origin })
    later(() => server.close())
    relay.lead(server.port)
    return {
      name: 'provider',
      settings: {
        PUBLIC_BASE_URL: url,
        OIDC_ALLOW_HTTP: 'true',
        PROVIDER_B_ISSUER: server.issuer,
        PROVIDER_B_CLIENT_ID: client.clientId,
        PROVIDER_B_CLIENT_SECRET: client.clientSecret,
      },
      provider: {
        callbackPath,
        know(email) {
          const name = `at the provider ${server.people.size + 1}`
          server.people.set(name, { email, email_verified: true })
          return name
        },
      },
      faults: {
        async 'provider slow'({ random }) {
          relay.delay(200 + random(600))
          await sleep(3000 + random(2000))
          relay.delay(0)
          await sleep(1000)
        },
        async 'provider down'({ random }) {
          relay.refuse(true)
          await sleep(2000 + random(3000))
          relay.refuse(false)
          await sleep(1000)
        },
        async 'provider hung'({ random }) {
          const held = Promise.withResolvers<void>()
          relay.choose(() => ({ hold: held.promise }))
          await sleep(3000 + random(9000))
          relay.choose(() => 'pass')
          held.resolve()
          await sleep(patienceMs)
        },
      },
    }
  },
}
