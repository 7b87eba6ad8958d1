/**
 * T-26: Keycloak is killed at any moment of a sign-up, and the gateway goes on.
 *
 * It is a Keycloak of its own, which keeps what it has committed. SERVER_CRASHES says how often.
 */
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type OwnKeycloak, openOwnKeycloak } from '@gatehouse/test-services'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import { logIn, person, signUp } from '../../testing/people.ts'
import { createRandom } from '../../testing/random.ts'
import { openTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts'
import { keycloakSettings, realmTimeout } from '../support/keycloak.ts'
import { records } from '../support/records.ts'
import { repeatWhileUnavailable } from '../support/repeat-while-unavailable.ts'

const crashes = Number(process.env.SERVER_CRASHES ?? 2)
const seed = Number(process.env.CRASH_SEED ?? randomInt(2 ** 31))
const random = createRandom(seed)
const shares = Array.from({ length: crashes }, () => random(100))

jest.setTimeout(realmTimeout)

let keycloak: OwnKeycloak
let environment: TestEnvironment
let usualMs: number

beforeAll(async () => {
  keycloak = await openOwnKeycloak()
  environment = await openTestEnvironment(await keycloakSettings({}, keycloak.service()))
  await signUp(environment.api)
  const begun = performance.now()
  await signUp(environment.api)
  usualMs = performance.now() - begun
})

afterAll(async () => {
  await environment?.close()
  await keycloak?.close()
})

it.each(shares)(
  `T-26: a sign-up is whole or gone after a kill at %d %% of its time (CRASH_SEED=${seed})`,
  async (share) => {
    const someone = person()
    const cut = environment.api.post('/api/auth/signup', someone)
    await sleep((usualMs * share) / 100)
    await keycloak.kill()
    const { status, body } = await cut
    expect([201, 'credential_store_unavailable']).toContain(body.code ?? status)

    await keycloak.restart()
    const again = await repeatWhileUnavailable(() =>
      environment.api.post('/api/auth/signup', someone),
    )
    expect(again.body.code ?? again.status).toBe(status === 201 ? 'organization_taken' : 201)
    expect((await logIn(environment.api, someone)).status).toBe(200)
  },
)

it('T-26: nothing is half there afterwards', () => {
  const rows = (statement: string) => records(environment, statement)
  expect(rows(`SELECT id FROM tenants WHERE standing != 'active'`)).toEqual([])
  expect(rows('SELECT count(*) AS n FROM accounts')).toEqual([{ n: crashes + 2 }])
  const keys = `SELECT t.id FROM tenants AS t JOIN realm_accounts AS r
    ON r.reservation = t.reservation AND r.realm = t.id WHERE r.standing = 'live'`
  expect(rows(keys)).toHaveLength(crashes + 2)
})
