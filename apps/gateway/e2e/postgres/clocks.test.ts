/** F-8: a replica whose clock differs from the database's says so. */
import { eventually } from '@gatehouse/test-services'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import { type GatewayProcess, startGateway } from '../../testing/gateway-process.ts'
import { clockShiftedBy } from '../support/clock-shifted-by.ts'
import {
  openPostgresEnvironment,
  type PostgresEnvironment,
} from '../support/postgres-environment.ts'

// Gateways have to start, on a machine that may be busy.
jest.setTimeout(180_000)

let environment: PostgresEnvironment
const started: GatewayProcess[] = []

beforeAll(async () => {
  environment = await openPostgresEnvironment({})
})

afterAll(async () => {
  for (const gateway of started) await gateway.kill()
  await environment?.close()
})

it.each([
  { clock: 'a right one', milliseconds: 0, status: 200 },
  { clock: 'one that is three seconds ahead', milliseconds: 3000, status: 200 },
  { clock: 'one that is three seconds behind', milliseconds: -3000, status: 200 },
  { clock: 'one that is ten seconds ahead', milliseconds: 10_000, status: 503 },
  { clock: 'one that is ten seconds behind', milliseconds: -10_000, status: 503 },
])('$clock: $status', async ({ milliseconds, status }) => {
  const gateway = await startGateway({
    ...environment.settings,
    ...clockShiftedBy(milliseconds),
  })
  started.push(gateway)
  const ready = () => fetch(`${gateway.url}/readyz?exclude=mail&exclude=credential_store`)
  const answer = await eventually('an answer of that status', async () => {
    const response = await ready()
    return response.status === status ? response.json() : undefined
  })
  expect(answer).toMatchObject({ checks: { clock: status === 200 ? 'ok' : 'unavailable' } })
  const warned = () => gateway.output.some((line) => line.includes("differs from the database's"))
  if (milliseconds !== 0) await eventually('a warning', async () => (warned() ? true : undefined))
  else expect(warned()).toBe(false)
  await gateway.kill()
})
