/** How a gateway of two workers starts and ends, and what becomes of it when one of them ends. */
import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { readMetrics } from '@gatehouse/prometheus/testing'
import {
  closing,
  openTerminal,
  startSharedTerminalBackend,
  type TerminalBackend,
} from '@gatehouse/proxy/testing'
import { eventually } from '@gatehouse/test-services'
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { runGateway } from '../testing/gateway-process.ts'
import { bearer, enter, signUp } from '../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'
import { isAlive, metricsUrl, workersOf } from './support/workers.ts'

// Three processes have to start, on a machine that may be busy.
jest.setTimeout(180_000)

/** Milliseconds that an answer never takes. */
const patienceMs = 60_000

let backend: TerminalBackend
let environment: TestEnvironment
let token: string

beforeAll(async () => {
  backend = await startSharedTerminalBackend()
  environment = await openTestEnvironment({
    WORKERS: '2',
    METRICS_PORT: '0',
    MACHINE_BACKEND_URL: backend.url,
    TERMINAL_MAX_PER_USER: '2',
    SHUTDOWN_DELAY_SECONDS: '0',
  })
  token = (await enter(environment.api, await signUp(environment.api))).token
})

afterAll(async () => {
  await environment.close()
  await backend.close()
})

describe('a worker that is killed', () => {
  it('is replaced, and costs each client one request at most', async () => {
    let isOver = false
    const clients = Array.from({ length: 8 }, async () => {
      const tally = { answered: 0, lost: 0 }
      while (!isOver) {
        const status = await ask()
        if (status === 200) tally.answered += 1
        else tally.lost += 1
      }
      return tally
    })
    await sleep(300)
    const [first = 0] = workersOf(environment.gateway())
    await replace(first)
    await sleep(300)
    isOver = true
    const tallies = await Promise.all(clients)
    expect(tallies.filter(({ lost }) => lost > 1)).toEqual([])
    expect(tallies.filter(({ answered }) => answered < 10)).toEqual([])
  })

  it('leaves what it was handed and had not taken to the others', async () => {
    const [one = 0] = serving()
    process.kill(one, 'SIGSTOP')
    const asked = [askAnew(), askAnew(), askAnew(), askAnew()]
    await Promise.any(asked)
    process.kill(one, 'SIGKILL')
    expect(await Promise.all(asked)).toEqual([200, 200, 200, 200])
    await eventually('another worker', () => serving()[1])
  })

  it('leaves its places to other terminals, and what it has counted', async () => {
    const before = await proxied()
    expect(before).toBeGreaterThan(0)
    const open = [
      await openTerminal(environment.gateway(), { token }),
      await openTerminal(environment.gateway(), { token }),
    ]
    await expect(openTerminal(environment.gateway(), { token })).rejects.toThrow('429')
    const ends = open.map(closing)
    for (const worker of serving()) await replace(worker)
    await Promise.all(ends)
    const again = await openTerminal(environment.gateway(), { token })
    again.terminate()
    expect(await proxied()).toBe(before)
  })

  it('closes what it had not taken when there are no others', async () => {
    const workers = serving()
    for (const worker of workers) process.kill(worker, 'SIGSTOP')
    const asked = [askAnew(), askAnew(), askAnew(), askAnew()]
    await sleep(300)
    for (const worker of workers) process.kill(worker, 'SIGKILL')
    expect(await Promise.all(asked)).toEqual(['closed', 'closed', 'closed', 'closed'])
    await eventually('other workers', () => serving()[1])
  })
})

describe('F-7: a worker that stands still', () => {
  it('is noticed, killed and replaced', async () => {
    const { length } = workersOf(environment.gateway())
    const [one = 0] = serving()
    process.kill(one, 'SIGSTOP')
    await eventually('another worker', () => workersOf(environment.gateway())[length])
    expect(isAlive(one)).toBe(false)
    const { output } = environment.gateway()
    const told = output.filter((line) => line.includes('"worker process hangs"'))
    expect(told.map((line) => JSON.parse(line))).toMatchObject([{ pid: one, silent_seconds: 10 }])
  })

  it('holds up no end', async () => {
    await environment.gateway().kill()
    await environment.restart({ SHUTDOWN_GRACE_SECONDS: '1' })
    const workers = workersOf(environment.gateway())
    process.kill(workers[0] ?? 0, 'SIGSTOP')
    environment.gateway().signal('SIGTERM')
    expect(await environment.gateway().ended).toBe(1)
    expect(workers.filter(isAlive)).toEqual([])
  })
})

describe('a gateway that is told to stop', () => {
  beforeEach(async () => {
    await environment.gateway().kill()
    await environment.restart()
  })

  it('drains all workers, also when the signal went to every process', async () => {
    const open = [
      await openTerminal(environment.gateway(), { token }),
      await openTerminal(environment.gateway(), { token }),
    ]
    const ends = open.map(closing)
    const workers = workersOf(environment.gateway())
    environment.gateway().signal('SIGTERM')
    for (const worker of workers) process.kill(worker, 'SIGTERM')
    for (const end of ends) expect(await end).toEqual([1012, 'The service restarts'])
    expect(await environment.gateway().ended).toBe(0)
    expect(workers.filter(isAlive)).toEqual([])
    const last = environment.gateway().output.filter((line) => /"msg":"stopp(ing|ed)"/.test(line))
    expect(last.map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'stopping' },
      { msg: 'stopped' },
    ])
  })

  it('ends at once with a second signal, and all workers with it', async () => {
    const open = await openTerminal(environment.gateway(), { token })
    const end = closing(open)
    environment.gateway().signal('SIGTERM')
    await eventually('the first', () => {
      return environment.gateway().output.some((line) => line.includes('"stopping"')) || undefined
    })
    environment.gateway().signal('SIGINT')
    expect(await environment.gateway().ended).toBe(130)
    await end
    await eventually('the end of the workers', () => serving().length === 0 || undefined)
  })

  it('leaves no worker behind when the first process is killed', async () => {
    const workers = workersOf(environment.gateway())
    await environment.gateway().kill()
    await eventually('the end of the workers', () => !workers.some(isAlive) || undefined)
  })
})

describe('a gateway that cannot start says so once, and ends as one without workers', () => {
  it('with wrong settings', async () => {
    const wrong = { ...environment.settings, PORT: 'many', BACKEND_TIMEOUT_SECONDS: '0' }
    const [one, two] = [await runGateway({ ...wrong, WORKERS: '1' }), await runGateway(wrong)]
    expect(two).toEqual(one)
    expect(two).toEqual({ code: 1, output: expect.stringContaining('PORT must be') })
  })

  it('with a database that cannot be used', async () => {
    const { code, output } = await runGateway({
      ...environment.settings,
      PORT: '0',
      PUBLIC_BASE_URL: 'https://auth.example.com',
      DATABASE_URL: `sqlite:${environment.dataDir}/nowhere/db.sqlite`,
    })
    expect([code, output.match(/The gateway cannot start/g)]).toEqual([1, [expect.anything()]])
    expect(output).toContain('cannot be used')
  })

  it('with a port that is taken', async () => {
    const other = createServer()
    await once(other.listen(0, '127.0.0.1'), 'listening')
    const { port } = other.address() as AddressInfo
    const { code, output } = await runGateway({ ...environment.settings, PORT: `${port}` })
    other.close()
    expect([code, output.match(/The gateway cannot start/g)]).toEqual([1, [expect.anything()]])
    expect(output).toContain('EADDRINUSE')
  })
})

function serving(): readonly number[] {
  return workersOf(environment.gateway()).filter(isAlive)
}

/** Kills a worker, and waits for the next one. */
async function replace(worker: number): Promise<void> {
  const { length } = workersOf(environment.gateway())
  process.kill(worker, 'SIGKILL')
  await eventually('another worker', () => workersOf(environment.gateway())[length])
}

/** The status of an answer; 0 when there was none. */
async function ask(): Promise<number> {
  try {
    const url = `${environment.gateway().url}/api/machines`
    const answer = await fetch(url, { headers: bearer(token) })
    await answer.arrayBuffer()
    return answer.status
  } catch {
    return 0
  }
}

/** Over a new connection: the status of the answer, or how the connection ended without one. */
async function askAnew(): Promise<number | 'closed' | 'hangs'> {
  const signal = AbortSignal.timeout(patienceMs)
  const url = `${environment.gateway().url}/api/machines`
  const request = get(url, { agent: false, headers: bearer(token), signal })
  try {
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    return answer.resume().statusCode ?? 0
  } catch {
    return signal.aborted ? 'hangs' : 'closed'
  }
}

async function proxied(): Promise<number> {
  const text = await (await fetch(await metricsUrl(environment.gateway()))).text()
  return readMetrics(text).get('gatehouse_proxied_requests_total{method="GET",status="2xx"}') ?? 0
}
