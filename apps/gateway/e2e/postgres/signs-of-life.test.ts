/** F-11: what a replica owes the others waits behind no request. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import { bearer, enter, logIn, type Person, signUp } from '../../testing/people.ts'
import { runGatehouse } from '../../testing/run-gatehouse.ts'
import { unlimited } from '../../testing/unlimited.ts'
import {
  openPostgresEnvironment,
  type PostgresEnvironment,
} from '../support/postgres-environment.ts'

jest.setTimeout(180_000)

let environment: PostgresEnvironment
let someone: Person

beforeAll(async () => {
  environment = await openPostgresEnvironment({ ...unlimited, DATABASE_POOL_SIZE: '2' })
  someone = await signUp(environment.api)
})

afterAll(() => environment?.close())

it('a replica says that it lives, and hears of withdrawn keys, while every connection waits for a lock', async () => {
  const { token } = await enter(environment.api, someone)
  expect(await useToken(token)).not.toBe(401)
  const release = await environment.database.lock('accounts')
  const requests = Array.from({ length: 4 }, () => logIn(environment.api, someone))
  // All of them are at the lock before the first note is looked at.
  await sleep(1000)
  const before = await aliveUntil()
  const rotation = await runGatehouse(['keys', 'rotate', '--now', '--yes'], environment.settings)
  expect(rotation.code).toBe(0)
  await sleep(5000)
  expect(await aliveUntil()).toBeGreaterThanOrEqual(before + 4000)
  expect(await useToken(token)).toBe(401)
  await release()
  const statuses = (await Promise.all(requests)).map(({ status }) => status)
  expect(statuses).toEqual([200, 200, 200, 200])
})

async function aliveUntil(): Promise<number> {
  const [row] = await environment.database.ask('select max(alive_until) as until from replicas')
  return Number(row?.until)
}

async function useToken(token: string): Promise<number> {
  const { status } = await fetch(`${environment.gateway().url}/api/machines`, {
    headers: bearer(token),
  })
  return status
}
