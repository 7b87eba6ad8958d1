/** T-26: the gateway is killed at any moment of a sign-up, and Keycloak goes on by itself. */
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import { logIn, person } from '../../testing/people.ts'
import { createRandom } from '../../testing/random.ts'
import { openTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts'
import { keycloakSettings, realmTimeout } from '../support/keycloak.ts'
import { records } from '../support/records.ts'

jest.setTimeout(realmTimeout)

const seed = Number(process.env.CRASH_SEED ?? randomInt(2 ** 31))
const random = createRandom(seed)
const momentsMs = Array.from({ length: 5 }, () => random(3000))

let environment: TestEnvironment

beforeAll(async () => {
  environment = await openTestEnvironment(await keycloakSettings())
})

afterAll(() => environment?.close())

it.each(momentsMs)(
  `T-26: a sign-up is whole or gone after a kill at %d ms (CRASH_SEED=${seed})`,
  async (momentMs) => {
    const someone = person()
    const cut = environment.api.post('/api/auth/signup', someone).catch(() => undefined)
    await sleep(momentMs)
    await environment.gateway().kill()
    await cut
    await environment.restart()
    const again = await environment.api.post('/api/auth/signup', someone)
    expect([201, 'organization_taken', 'username_taken']).toContain(again.body.code ?? again.status)
    expect((await logIn(environment.api, someone)).status).toBe(200)
  },
)

it('T-26: nothing is half there afterwards', () => {
  const rows = (statement: string) => records(environment, statement)
  expect(rows(`SELECT id FROM tenants WHERE standing != 'active'`)).toEqual([])
  expect(rows('SELECT count(*) AS n FROM accounts')).toEqual([{ n: momentsMs.length }])
  const keys = `SELECT t.id FROM tenants AS t JOIN realm_accounts AS r
    ON r.reservation = t.reservation AND r.realm = t.id WHERE r.standing = 'live'`
  expect(rows(keys)).toHaveLength(momentsMs.length)
})
