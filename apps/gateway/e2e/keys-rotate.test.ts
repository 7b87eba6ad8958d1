/** T-39: `gatehouse keys`, beside two gateways on one database. */

import {
  closing,
  openTerminal,
  startSharedTerminalBackend,
  type TerminalBackend,
} from '@gatehouse/proxy/testing'
import { eventually } from '@gatehouse/test-services'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import { type Api, createApi } from '../testing/api.ts'
import { type GatewayProcess, startGateway } from '../testing/gateway-process.ts'
import { bearer, enter, type Person, signUp } from '../testing/people.ts'
import { runGatehouse } from '../testing/run-gatehouse.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'
import { readToken } from '../testing/tokens.ts'
import { records } from './support/records.ts'

// Each command is a process that has to start, on a machine that may be busy.
jest.setTimeout(180_000)

let backend: TerminalBackend
let environment: TestEnvironment
let second: GatewayProcess
let someone: Person

beforeAll(async () => {
  backend = await startSharedTerminalBackend()
  environment = await openTestEnvironment({ MACHINE_BACKEND_URL: backend.url })
  second = await startGateway(environment.settings)
  someone = await signUp(environment.api)
})

afterAll(async () => {
  await second.kill()
  await environment.close()
  await backend.close()
})

it('lists the key that signs, without its secret', async () => {
  const { kid } = readToken((await enter(environment.api, someone)).token).header
  const { code, output, errors } = await runGatehouse(['keys', 'list'], environment.settings)
  expect([code, errors]).toEqual([0, ''])
  const [heading, ...keys] = output.trimEnd().split('\n')
  expect(heading).toMatch(/^KID +STATE +SIGNS FROM +ACCEPTED UNTIL$/)
  expect(keys).toEqual([expect.stringMatching(new RegExp(`^${kid}  active  \\d{4}-\\S+Z +-$`))])
  expect(output).not.toMatch(/v1\./)
})

it('says what a forced rotation would end, all replicas together, and ends nothing', async () => {
  const { token } = await enter(environment.api, someone)
  const terminals = [
    await openTerminal(environment.gateway(), { token }),
    await openTerminal(second, { token }),
  ]
  const told = await eventually('both terminals on note', async () => {
    const { output } = await dryRun()
    return / 2 terminals/.test(output) ? output : undefined
  })
  expect(told).toBe(
    'It would end 2 sessions and 2 terminals, on 2 replicas that are running. Nothing was changed.\n',
  )
  expect(await use(environment.gateway(), token)).toBe(200)
  for (const terminal of terminals) terminal.close()
  await eventually('no terminal on note', async () =>
    / 0 terminals/.test((await dryRun()).output) ? true : undefined,
  )
})

it('is not done by accident', async () => {
  const plain = await runGatehouse(['keys', 'rotate', '--yes'], environment.settings)
  expect([plain.code, plain.output]).toEqual([2, ''])
  const unasked = await runGatehouse(['keys', 'rotate', '--now'], environment.settings)
  expect([unasked.code, unasked.output]).toEqual([2, ''])
  expect(unasked.errors).toContain('--yes is needed')
  expect(records(environment, 'SELECT kid FROM signing_keys')).toHaveLength(1)
})

it('T-39: ends every token and terminal on every replica, and refuses nobody who comes back', async () => {
  const { token } = await enter(environment.api, someone)
  const terminals = [
    await openTerminal(environment.gateway(), { token }),
    await openTerminal(second, { token }),
  ]
  const ends = terminals.map(closing)
  const { code, output } = await rotate()
  expect(code).toBe(0)
  expect(output).toMatch(/^The key \S+ signs from \S+Z on\.\nEvery token from before ends then: /)
  for (const end of ends) expect((await end)[0]).toBe(4403)
  for (const gateway of [environment.gateway(), second]) expect(await use(gateway, token)).toBe(401)

  const { token: fresh } = await enter(environment.api, someone)
  for (const gateway of [second, environment.gateway()]) expect(await use(gateway, fresh)).toBe(200)
  const { output: list } = await runGatehouse(['keys', 'list'], environment.settings)
  expect(list.match(/ (?:active|revoked) /g)).toEqual([' revoked ', ' active '])
  const [event] = records(
    environment,
    `SELECT detail FROM audit_log WHERE kind = 'keys_rotated'
    ORDER BY seq DESC LIMIT 1`,
  )
  expect(event).toEqual({ detail: '{"how":"forced"}' })
})

it('never makes a token that another replica does not know', async () => {
  const gateways = [environment.gateway(), second]
  const kids = new Set<string>()
  const rotation = rotate()
  // Some rounds more after the new key has taken over.
  for (let rounds = 0; kids.size < 2 || rounds < 10; rounds += kids.size === 2 ? 1 : 0) {
    for (const gateway of gateways) {
      const { token } = await enter(apiOf(gateway), someone)
      const answers = await Promise.all(gateways.map((each) => use(each, token)))
      const { token: next } = await enter(apiOf(gateway), someone)
      // One that ended on its way proves nothing; no other may be refused.
      if (kidOf(next) === kidOf(token)) expect(answers).toEqual([200, 200])
      kids.add(kidOf(token))
    }
  }
  expect((await rotation).code).toBe(0)
})

it('counts no replica that has stopped', async () => {
  await second.stop()
  const { output } = await dryRun()
  expect(output).toContain('on 1 replica that is running')
})

it('refuses while the operator’s own secret signs, and says what to do', async () => {
  const settings = { ...environment.settings, JWT_SECRET: 'a secret of the operator, long enough' }
  const { code, output, errors } = await runGatehouse(
    ['keys', 'rotate', '--now', '--yes'],
    settings,
  )
  expect([code, output]).toEqual([2, ''])
  expect(errors).toMatch(/JWT_SECRET is set[\s\S]*another JWT_SECRET/)
  const list = await runGatehouse(['keys', 'list'], settings)
  expect(list.output).toMatch(/active +- +-\n\nThese are the secrets of JWT_SECRET\.\n$/)
  expect(list.output).not.toContain(settings.JWT_SECRET)
})

it('makes nothing where there is no database, and says what is missing', async () => {
  const { code, output, errors } = await runGatehouse(['keys', 'list'], { DATA_DIR: '/nowhere' })
  expect([code, output]).toEqual([3, ''])
  expect(errors).toContain('There is no database /nowhere/gatehouse.sqlite')
})

function apiOf({ url }: GatewayProcess): Api {
  return createApi(() => url)
}

function kidOf(token: string): string {
  return String(readToken(token).header.kid)
}

function rotate() {
  return runGatehouse(['keys', 'rotate', '--now', '--yes'], environment.settings)
}

function dryRun() {
  return runGatehouse(['keys', 'rotate', '--now', '--dry-run'], environment.settings)
}

async function use({ url }: GatewayProcess, token: string): Promise<number> {
  const { status } = await fetch(`${url}/api/machines`, { headers: bearer(token) })
  return status
}
