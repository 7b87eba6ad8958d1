import { type FaultProxy, startFaultProxy } from '@gatehouse/keycloak/testing'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { bearer, enter, logIn, type Person, person, signUp } from '../../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts'
import { keycloakSettings, realmTimeout, runningKeycloak } from '../support/keycloak.ts'

jest.setTimeout(realmTimeout)

let between: FaultProxy
let environment: TestEnvironment
let someone: Person
let token: string

beforeAll(async () => {
  between = await startFaultProxy(runningKeycloak().url)
  environment = await openTestEnvironment(await keycloakSettings({ KEYCLOAK_URL: between.url }))
  someone = await signUp(environment.api)
  token = (await enter(environment.api, someone)).token
  between.harm(() => 'reset_before')
})

afterAll(async () => {
  await environment?.close()
  await between?.close()
})

describe.each(['that was there', 'that starts meanwhile'])(
  'T-33: while Keycloak is away, a gateway %s',
  (which) => {
    beforeAll(async () => {
      if (which === 'that was there') return
      await environment.gateway().kill()
      await environment.restart()
    })

    it('says 503 to a login, whatever the password, and when to come back', async () => {
      for (const password of [someone.password, 'something else entirely']) {
        const { status, body, headers } = await logIn(environment.api, { ...someone, password })
        expect([status, body.code]).toEqual([503, 'credential_store_unavailable'])
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      }
    })

    it('says 503 to a sign-up', async () => {
      const { status, body } = await environment.api.post('/api/auth/signup', person())
      expect([status, body.code]).toEqual([503, 'credential_store_unavailable'])
    })

    it('lets valid tokens through, and renews them', async () => {
      const used = await environment.api.send('GET', '/api/machines', { headers: bearer(token) })
      expect(used.status).toBe(200)
      const renewed = await environment.api.post('/api/auth/refresh', { token })
      expect(renewed.status).toBe(200)
      token = renewed.body.token
    })

    it('is alive, but not ready, and names the reason', async () => {
      const ready = await fetch(`${environment.gateway().url}/readyz`)
      expect(ready.status).toBe(503)
      expect(await ready.json()).toMatchObject({
        checks: { credential_store: 'unavailable', database: 'ok' },
      })
      expect((await fetch(`${environment.gateway().url}/healthz`)).status).toBe(200)
    })
  },
)

it('T-33: nobody is locked out by what was tried meanwhile, once Keycloak is back', async () => {
  between.harm(() => undefined)
  await environment.gateway().kill()
  await environment.restart()
  expect((await logIn(environment.api, someone)).status).toBe(200)
  const again = await signUp(environment.api)
  expect((await logIn(environment.api, again)).status).toBe(200)
})
