/** T-39: `gatehouse keys rotate --now` with three gateways on one PostgreSQL. */

import { setTimeout as sleep } from 'node:timers/promises'
import { closing, openTerminal } from '@gatehouse/proxy/testing'
import { eventually } from '@gatehouse/test-services'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import { createApi } from '../../testing/api.ts'
import { type GatewayProcess, startGateway } from '../../testing/gateway-process.ts'
import { bearer, enter, type Person, signUp } from '../../testing/people.ts'
import { runGatehouse } from '../../testing/run-gatehouse.ts'
import type { PostgresEnvironment } from '../support/postgres-environment.ts'
import { openThreeReplicas, type ThreeReplicas } from '../support/three-replicas.ts'

// Commands and gateways have to start, on a machine that may be busy.
jest.setTimeout(180_000)

let replicas: ThreeReplicas
let environment: PostgresEnvironment
let gateways: readonly GatewayProcess[] = []
let someone: Person

beforeAll(async () => {
  replicas = await openThreeReplicas()
  ;({ environment, gateways } = replicas)
  someone = await signUp(environment.api)
})

afterAll(async () => {
  for (const gateway of gateways) await gateway.kill()
  await replicas?.close()
})

it('T-39: reaches every replica and every open terminal, at one moment', async () => {
  const entered = await Promise.all(gateways.map(enterAt))
  const terminals = await Promise.all(
    gateways.map((gateway, index) => openTerminal(gateway, { token: entered[index] ?? '' })),
  )
  for (const token of entered) expect(await useEverywhere(token)).toEqual([200, 200, 200])
  const closed = terminals.map(async (terminal) => {
    const [code] = await closing(terminal)
    return { code, at: Date.now() }
  })

  const command = ['keys', 'rotate', '--now', '--yes']
  const { code, output } = await runGatehouse(command, environment.settings)
  const done = Date.now()
  expect(code).toBe(0)
  expect(output).toMatch(/ends then: 3 sessions and \d terminals?, on 3 replicas/)
  const refused = gateways.map(async (gateway, index) => {
    const isRefused = async () => (await use(gateway, entered[index] ?? '')) === 401 || undefined
    await eventually('a token that is refused', isRefused)
    return Date.now()
  })
  const refusals = await Promise.all(refused)
  const ends = await Promise.all(closed)
  expect(ends.map((end) => end.code)).toEqual([4403, 4403, 4403])
  // Not only where each was made.
  for (const token of entered) expect(await useEverywhere(token)).toEqual([401, 401, 401])
  tell('tokens', done, refusals)
  tell(
    'terminals',
    done,
    ends.map(({ at }) => at),
  )

  // Each replica looks for keys once a second, and has heard of it when it takes effect.
  const [event] = await environment.database.ask(`select revoked_at - at as lead
    from signing_keys, audit_log where revoked_at is not null and kind = 'keys_rotated'
    order by seq desc limit 1`)
  expect(event?.lead).toBe(2000)
})

it('lets everybody in again everywhere', async () => {
  for (const gateway of gateways) {
    expect(await useEverywhere(await enterAt(gateway))).toEqual([200, 200, 200])
  }
})

it('F-2: ends what a replica still serves that is being stopped', async () => {
  const stopping = await startGateway({
    ...environment.settings,
    SHUTDOWN_DELAY_SECONDS: '0',
    SHUTDOWN_GRACE_SECONDS: '600',
  })
  gateways = [...gateways, stopping]
  const token = await enterAt(stopping)
  const open = () => openTerminal(stopping, { token })
  const terminals = [await open(), await open(), await open()]
  const [first, ...others] = terminals.map((terminal) => closing(terminal))
  stopping.signal('SIGTERM')
  // The drain has begun: the others follow over ten minutes.
  expect((await first)?.[0]).toBe(1012)
  const { code } = await runGatehouse(['keys', 'rotate', '--now', '--yes'], environment.settings)
  expect(code).toBe(0)
  const ends = await Promise.all(others)
  expect(ends.map(([closeCode]) => closeCode)).toEqual([4403, 4403])
  await stopping.kill()
})

it('F-10: is known to a replica that stood still before it checks what waited for it', async () => {
  const [other, still] = gateways
  if (!other || !still) throw new TypeError('two replicas are needed')
  const token = await enterAt(still)
  expect(await use(still, token)).toBe(200)
  still.signal('SIGSTOP')
  const { code } = await runGatehouse(['keys', 'rotate', '--now', '--yes'], environment.settings)
  expect(code).toBe(0)
  const isRefused = async () => (await use(other, token)) === 401 || undefined
  await eventually('a token that is refused', isRefused)
  // Longer than a replica may be without news, whenever its last ones came.
  await sleep(3500)
  const waiting = Array.from({ length: 5 }, () => use(still, token))
  await sleep(500)
  still.signal('SIGCONT')
  expect(await Promise.all(waiting)).toEqual([401, 401, 401, 401, 401])
})

async function enterAt({ url }: GatewayProcess): Promise<string> {
  const { token } = await enter(
    createApi(() => url),
    someone,
  )
  return token
}

function useEverywhere(token: string): Promise<readonly number[]> {
  return Promise.all(gateways.map((gateway) => use(gateway, token)))
}

async function use({ url }: GatewayProcess, token: string): Promise<number> {
  const { status } = await fetch(`${url}/api/machines`, { headers: bearer(token) })
  return status
}

/** How long it took, for the reader of the output. */
function tell(what: string, start: number, ends: readonly number[]): void {
  const seconds = ends.map((end) => ((end - start) / 1000).toFixed(1))
  process.stdout.write(`forced rotation: ${what} ended ${seconds.join(', ')} s after the command\n`)
}
