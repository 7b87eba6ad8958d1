/** T-39: planned rotations, with replicas whose clocks differ. */
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import { createApi } from '../../testing/api.ts'
import { type GatewayProcess, startGateway } from '../../testing/gateway-process.ts'
import { bearer, enter, type Person, signUp } from '../../testing/people.ts'
import type { TestEnvironment } from '../../testing/test-environment.ts'
import { readToken } from '../../testing/tokens.ts'
import { unlimited } from '../../testing/unlimited.ts'
import { askRecords } from './ask-records.ts'
import { clockShiftedBy } from './clock-shifted-by.ts'

const periodSeconds = 12

let environment: TestEnvironment
/** One is two seconds ahead of the other. */
let replicas: readonly GatewayProcess[] = []
let someone: Person

/** @param openIt Sets the environment, with these settings. */
export function describePlannedRotations(
  openIt: (env: Readonly<Record<string, string>>) => Promise<TestEnvironment>,
): void {
  // Rotations are waited for, on a machine that may be busy.
  jest.setTimeout(180_000)

  beforeAll(async () => {
    const JWT_ROTATION_DAYS = String(periodSeconds / 86_400).slice(0, 14)
    environment = await openIt({ ...unlimited, JWT_ROTATION_DAYS, ...clockShiftedBy(1000) })
    const behind = await startGateway({ ...environment.settings, ...clockShiftedBy(-1000) })
    replicas = [environment.gateway(), behind]
    someone = await signUp(environment.api)
  })

  afterAll(async () => {
    for (const replica of replicas) await replica.kill()
    await environment?.close()
  })

  it('T-39: every replica accepts what any of them signs, from the first token of a key on', async () => {
    const kids = await watchKeys(3)
    expect(kids.size).toBeGreaterThanOrEqual(3)
  })

  it('go on with the replica that is left', async () => {
    await environment.gateway().kill()
    replicas = replicas.slice(1)
    await watchKeys(2)
  })

  it('each happened once, and on time', async () => {
    const keys = await askRecords(
      environment,
      'SELECT active_from FROM signing_keys ORDER BY active_from',
    )
    const times = keys.map(({ active_from }) => Number(active_from))
    const gaps = times.slice(1).map((time, index) => time - Number(times[index]))
    expect(new Set(gaps)).toEqual(new Set([periodSeconds * 1000]))
    const [counts] = await askRecords(
      environment,
      `SELECT (SELECT count(*) FROM signing_keys) AS keys,
      (SELECT count(*) FROM audit_log WHERE kind = 'keys_rotated') AS rotations`,
    )
    expect(counts?.rotations).toBe(counts?.keys)
  })
}

/** Uses each token at every replica at once, until so many keys have been seen. */
async function watchKeys(count: number): Promise<ReadonlySet<string>> {
  const kids = new Set<string>()
  while (kids.size < count) {
    for (const { url } of replicas) {
      const { token } = await enter(
        createApi(() => url),
        someone,
      )
      kids.add(String(readToken(token).header.kid))
      const answers = await Promise.all(replicas.map((replica) => use(replica, token)))
      expect(answers).toEqual(replicas.map(() => 200))
    }
  }
  return kids
}

async function use({ url }: GatewayProcess, token: string): Promise<number> {
  const { status } = await fetch(`${url}/api/machines`, { headers: bearer(token) })
  return status
}
