/** An edge as an operator sets it up: `gatehouse edge`, a gateway that tells it, and the doctor. */
import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { defaultSettings } from '@gatehouse/auth-core'
import { edgeMap, mapText } from '@gatehouse/haproxy'
import { type HaproxyPlaces, type RunningHaproxy, startHaproxy } from '@gatehouse/haproxy/testing'
import { type RecordingBackend, startSharedBackend } from '@gatehouse/proxy/testing'
import { freePort, until } from '@gatehouse/test-services'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { bearer, enter, type Person, signUp } from '../../testing/people.ts'
import { runGatehouse } from '../../testing/run-gatehouse.ts'
import { openTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts'
import { parsePrinted } from '../support/documented-fields.ts'

// Each command is a process that has to start, on a machine that may be busy.
jest.setTimeout(180_000)

let backend: RecordingBackend
let gatewayPort: number
let edge: RunningHaproxy
let environment: TestEnvironment
let ada: Person

beforeAll(async () => {
  backend = await startSharedBackend()
  gatewayPort = await freePort()
  edge = await startHaproxy(configure, '')
  environment = await openTestEnvironment({
    PORT: String(gatewayPort),
    MACHINE_BACKEND_URL: backend.url,
    EDGE_SOCKETS: edge.socket,
    TRUSTED_PROXIES: '127.0.0.1',
  })
  ada = await signUp(environment.api)
})

afterAll(async () => {
  await edge?.close()
  await environment?.close()
  await backend?.close()
})

async function configure({ map, port }: HaproxyPlaces): Promise<string> {
  const places = ['--folder', dirname(map), '--bind', `127.0.0.1:${port}`]
  const gateways = ['--gateways', `127.0.0.1:${gatewayPort}`]
  // Two files for each: as many as any machine lets a process open.
  const settings = { MACHINE_BACKEND_URL: backend.url, MAX_CONNECTIONS: '100' }
  const { code, output, errors } = await runGatehouse(
    ['edge', 'haproxy', ...places, ...gateways],
    settings,
  )
  expect([code, errors]).toEqual([0, ''])
  return output
}

/** The status through an edge, and which way the request went. */
async function use(token: string, through = edge): Promise<string> {
  const before = through.log().length
  const { status } = await fetch(`${through.url}/api/machines`, { headers: bearer(token) })
  const line = / (machines|gateways) \d{3} .*\n/
  await until(() => line.test(through.log().slice(before)))
  return `${status} ${line.exec(through.log().slice(before))?.[1]}`
}

const doctor = (...options: readonly string[]) =>
  runGatehouse(['doctor', ...options], environment.settings)

describe('an edge that a gateway tells', () => {
  it('lets people log in, and sends what they ask for straight to the backend', async () => {
    const { token } = await enter(environment.api, ada)
    await until(async () => (await use(token)) === '200 machines')
    // HAProxy may not have found the gateway yet.
    await until(async () => (await use(`${token.slice(0, -1)}!`)) === '401 gateways')
    expect(backend.requests.at(-1)?.headers['x-gatehouse-username']).toBe(ada.username)
  })

  it('hears of a session that has ended', async () => {
    const [one, other] = [await enter(environment.api, ada), await enter(environment.api, ada)]
    const { status } = await environment.api.send('DELETE', '/api/auth/sessions', {
      headers: bearer(one.token),
    })
    expect(status).toBe(200)
    await until(async () => (await use(other.token)) === '401 gateways')
    await until(async () => (await use(one.token)) === '200 machines')
  })

  it('T-39: hears of keys that are withdrawn, and of the new one', async () => {
    const { token } = await enter(environment.api, ada)
    await until(async () => (await use(token)) === '200 machines')
    const { code } = await runGatehouse(['keys', 'rotate', '--now', '--yes'], environment.settings)
    expect(code).toBe(0)
    await until(async () => (await use(token)) === '401 gateways')
    const next = await enter(environment.api, ada)
    await until(async () => (await use(next.token)) === '200 machines')
  })

  it('goes on through the gateway after a restart, until it is told again', async () => {
    const { token } = await enter(environment.api, ada)
    await edge.restart()
    expect(await use(token)).toMatch(/^200 /)
    await until(async () => (await use(token)) === '200 machines')
  })
})

describe('gatehouse edge keys', () => {
  it('writes a map that an edge starts with alone, for its owner alone', async () => {
    const { token } = await enter(environment.api, ada)
    const alone = await startHaproxy(async (places) => {
      const written = await runGatehouse(['edge', 'keys', places.map], environment.settings)
      expect([written.code, written.errors]).toEqual([0, ''])
      expect(written.output).toMatch(/ has 1 key and \d+ ended sessions?, and holds until \d{4}-/)
      return configure(places)
    }, '')
    try {
      expect((await stat(alone.map)).mode & 0o777).toBe(0o600)
      expect(await use(token, alone)).toBe('200 machines')
    } finally {
      await alone.close()
    }
  })

  it('writes nothing elsewhere, and leaves nothing half-written', async () => {
    const folder = join(environment.dataDir, 'none')
    const nowhere = await runGatehouse(
      ['edge', 'keys', join(folder, 'gatehouse-edge.map')],
      environment.settings,
    )
    expect([nowhere.code, nowhere.errors]).toEqual([3, expect.stringContaining('ENOENT')])
    const misnamed = await runGatehouse(
      ['edge', 'keys', join(environment.dataDir, 'x')],
      environment.settings,
    )
    expect([misnamed.code, misnamed.errors]).toEqual([2, expect.stringContaining('FILE must be')])
    const wrong = [
      'edge',
      'keys',
      '--valid',
      '3601',
      join(environment.dataDir, 'gatehouse-edge.map'),
    ]
    expect((await runGatehouse(wrong, environment.settings)).code).toBe(2)
  })
})

describe('gatehouse edge, for programs', () => {
  it('prints JSON', async () => {
    const file = join(environment.dataDir, 'gatehouse-edge.map')
    const keys = await runGatehouse(
      ['edge', 'keys', '--valid', '7', '--json', file],
      environment.settings,
    )
    expect(parsePrinted('edge keys', keys.output)).toMatchObject([
      { file, keys: 1, unusable_keys: [] },
    ])
    const options = ['--bind', ':1', '--gateways', 'a:1', '--json']
    const { output } = await runGatehouse(['edge', 'haproxy', ...options], environment.settings)
    const [printed] = parsePrinted('edge haproxy', output)
    expect(printed?.configuration).toMatch(/^# Made by .*\n[\s\S]*\nbackend machines\n/)
  })
})

describe('gatehouse edge haproxy', () => {
  it.each([
    [['--bind', ':1'], '--gateways is needed'],
    [['--bind', ':1', '--gateways', 'a'], '--gateways must be'],
    [['--bind', ':1\nuser root', '--gateways', 'a:1'], '--bind must be'],
    [['--bind', ':1', '--gateways', 'a:1', '--folder', '/a,b'], '--folder must be'],
    [['--bind', ':1', '--gateways', 'a:1', '--metrics', 'b'], '--metrics must be'],
    [['--bind', ':1', '--gateways', 'a:1'], 'MACHINE_BACKEND_URL'],
  ])('refuses %j', async (options, mistake) => {
    const { code, errors, output } = await runGatehouse(['edge', 'haproxy', ...options])
    expect([code, output]).toEqual([2, ''])
    expect(errors).toContain(mistake)
  })
})

describe('gatehouse doctor', () => {
  it('finds nothing wrong with an edge that is told', async () => {
    const { code, output } = await doctor('--edge', edge.url)
    expect(code).toBe(0)
    expect(output).toContain('Everything goes together.')
  })

  it('finds an edge that takes forged tokens', async () => {
    const { code, output } = await doctor('--edge', backend.url)
    expect(code).toBe(1)
    expect(output).toContain(
      `edge_forged            edge ${backend.url}: a forged token is answered 200, should be 401`,
    )
  })

  it('finds an edge that is told by nobody, and one that is away', async () => {
    const alone = await startHaproxy(configure, '')
    const settings = { ...environment.settings, EDGE_SOCKETS: alone.socket }
    try {
      const { code, output } = await runGatehouse(['doctor'], settings)
      expect(code).toBe(1)
      expect(output).toContain(
        `edge_stale             edge ${alone.socket}: no gateway has told it anything since its start`,
      )
    } finally {
      await alone.close()
    }
    const away = await runGatehouse(['doctor'], settings)
    expect(away.code).toBe(1)
    expect(away.output).toContain(`edge_unreachable       edge ${alone.socket}: `)
  })

  it('finds an edge with another time', async () => {
    const other = await startHaproxy(configure, '', { aheadSeconds: -60 })
    try {
      const settings = { ...environment.settings, EDGE_SOCKETS: other.socket }
      const { code, output } = await runGatehouse(['doctor'], settings)
      expect(code).toBe(1)
      const found = `edge_clock +edge ${other.socket}: its clock differs from this one's by -(59|60|61) s`
      expect(output).toMatch(new RegExp(found))
    } finally {
      await other.close()
    }
  })

  it('finds an edge that goes by other keys than are on record', async () => {
    const map = edgeMap({ keys: [], endings: [], at: new Date() }, defaultSettings)
    const other = await startHaproxy(configure, mapText(map, new Date(Date.now() + 3_600_000)))
    try {
      const settings = { ...environment.settings, EDGE_SOCKETS: other.socket }
      const { code, output } = await runGatehouse(['doctor'], settings)
      expect(code).toBe(1)
      expect(output).toContain(`edge_differs           edge ${other.socket}: it goes by other keys`)
    } finally {
      await other.close()
    }
  })
})
