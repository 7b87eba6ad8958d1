import {
  createAuth,
  createHeartbeat,
  createLiveKeyRing,
  defaultSettings,
  PortError,
} from '@gatehouse/auth-core'
import type { Mail, Mailer } from '@gatehouse/auth-core/ports'
import { createMemoryMailer, createMemoryPorts } from '@gatehouse/auth-core/testing'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { pino } from 'pino'
import { createMailHealth } from './mail-health.ts'
import { type JobsOptions, type RunningJobs, repeat, runJobs } from './run-jobs.ts'

const second = 1000
const day = 24 * 3600

let running: RunningJobs | undefined

beforeEach(() => {
  jest.useFakeTimers()
})

afterEach(async () => {
  await Promise.all([running?.stopWork(), running?.stopServing()])
  running = undefined
  jest.useRealTimers()
})

it('sends a mail within a second of its cause', async () => {
  const { ports, signUp } = start()
  await signUp()
  expect(ports.mailer.sent).toEqual([])
  await jest.advanceTimersByTimeAsync(second)
  expect(ports.mailer.sent.map(({ mail }) => mail.kind)).toEqual(['verify_email'])
})

it('sends a mail though the server hangs over another, and stops when that is done', async () => {
  const memory = createMemoryMailer()
  const hanging = Promise.withResolvers<void>()
  const prepare: Mailer['prepare'] = async (id, mail, patienceSeconds) => {
    if (mail.kind === 'verify_email') await hanging.promise
    return memory.prepare(id, mail, patienceSeconds)
  }
  const kindsSent = () => memory.sent.map(({ mail }) => mail.kind)
  const { ports, jobs, signUp } = start({ mailer: { ...memory, prepare } })
  await signUp()
  await jest.advanceTimersByTimeAsync(second)
  const mail = { kind: 'otp', to: 'a@b.example', organization: '', code: '', minutes: 5 } as const
  const now = ports.clock.now()
  const due = { accountId: '', createdAt: now, notAfter: null, attempts: 0, dueAt: now }
  await ports.store.transaction((tx) => tx.outbox.add({ id: 'other', mail, ...due }))
  await jest.advanceTimersByTimeAsync(second)
  expect(kindsSent()).toEqual(['otp'])
  const stopping = jobs.stopWork()
  await jest.advanceTimersByTimeAsync(second)
  hanging.resolve()
  await stopping
  expect(kindsSent()).toEqual(['otp', 'verify_email'])
})

it('knows that mail is down as soon as one could not be sent', async () => {
  const { ports, mailHealth, signUp } = start()
  await jest.advanceTimersByTimeAsync(second)
  ports.mailer.failWith(new PortError('mailer', 'unavailable'))
  await signUp()
  expect(mailHealth.isUp()).toBe(true)
  await jest.advanceTimersByTimeAsync(second)
  expect(mailHealth.isUp()).toBe(false)
})

it('does not take one refused address for a mail server that is down', async () => {
  const { ports, mailHealth, signUp } = start()
  ports.mailer.failWith(new PortError('mailer', 'rejected'))
  await signUp()
  await jest.advanceTimersByTimeAsync(20 * second)
  expect(mailHealth.isUp()).toBe(true)
})

it('knows within ten seconds that mail works again', async () => {
  const { ports, mailHealth } = start()
  ports.mailer.failWith(new PortError('mailer', 'unavailable'))
  await jest.advanceTimersByTimeAsync(10 * second)
  expect(mailHealth.isUp()).toBe(false)
  ports.mailer.failWith(null)
  await jest.advanceTimersByTimeAsync(10 * second)
  expect(mailHealth.isUp()).toBe(true)
})

it('makes the next key before it is needed', async () => {
  const { ports, keyRing } = start()
  await jest.advanceTimersByTimeAsync(second)
  expect(keyRing.current()).toHaveLength(1)
  ports.clock.advance(90 * day - 3600)
  await jest.advanceTimersByTimeAsync(second)
  expect(keyRing.current()).toHaveLength(2)
})

it('notes for others that it is alive, before they doubt it', async () => {
  const { ports } = start()
  for (let times = 0; times < 10; times += 1) {
    ports.clock.advance(5)
    await jest.advanceTimersByTimeAsync(5 * second)
    const alive = await ports.store.transaction((tx) => tx.replicas.findAlive(ports.clock.now()))
    expect(alive).toMatchObject([{ terminals: 7 }])
  }
})

it('undoes a sign-up that nobody finished, once nobody can be at it any more', async () => {
  const { ports, signUp } = start()
  const unfinished = signUp({ ...ports.credentialStore, createTenant: () => new Promise(() => {}) })
  const tenant = () => ports.store.transaction((tx) => tx.tenants.find('engines'))
  await jest.advanceTimersByTimeAsync(60 * second)
  ports.clock.advance(5 * 60)
  await jest.advanceTimersByTimeAsync(60 * second)
  expect(await tenant()).toMatchObject({ status: 'reserved' })
  ports.clock.advance(1)
  await jest.advanceTimersByTimeAsync(60 * second)
  expect(await tenant()).toBeUndefined()
  expect(await Promise.race([unfinished, Promise.resolve('under way')])).toBe('under way')
})

it('logs a job that fails, by name, and lets the others work', async () => {
  const reload = () => Promise.reject(new PortError('store', 'unavailable'))
  const { ports, signUp, lines } = start({ keyRing: { current: () => [], reload } })
  await signUp()
  await jest.advanceTimersByTimeAsync(second)
  expect(ports.mailer.sent).toHaveLength(1)
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'worker failed', worker: 'keys' }))
})

it('logs how many mails went out, and nothing of what is in them', async () => {
  const { ports, signUp, lines } = start()
  await signUp()
  await jest.advanceTimersByTimeAsync(2 * second)
  const line = lines.find(({ msg }) => msg === 'mail delivered')
  expect(line).toMatchObject({ sent: 1, postponed: 0, given_up: 0 })
  const [{ mail } = {}] = ports.mailer.sent as readonly {
    mail?: Extract<Mail, { token: string }>
  }[]
  expect(JSON.stringify(lines)).not.toContain(mail?.token)
})

it('brings what is known of providers up to date, and goes on when one is down', async () => {
  const refreshed: string[] = []
  const provider = (name: string, isDown: boolean) => ({
    name,
    async refresh() {
      refreshed.push(name)
      if (isDown) throw new PortError('oidc_provider', 'unavailable')
    },
  })
  const { lines } = start({ providers: [provider('down', true), provider('up', false)] })
  await jest.advanceTimersByTimeAsync(31 * second)
  expect(refreshed.toSorted()).toEqual(['down', 'down', 'up', 'up'])
  expect(lines).toMatchObject([
    { worker: 'down', msg: 'worker failed' },
    { worker: 'down', msg: 'worker failed' },
  ])
})

it('clears up in the credential store every minute, also after a failure', async () => {
  let times = 0
  start({
    async purgeCredentialStore() {
      times += 1
      throw new PortError('credential_store', 'unavailable')
    },
  })
  await jest.advanceTimersByTimeAsync(121 * second)
  expect(times).toBe(3)
})

it('finishes what it is doing before it stops, and leaves no timer', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const reload = () => promise
  const { jobs } = start({ keyRing: { current: () => [], reload } })
  let stopped = false
  const stopping = Promise.all([jobs.stopWork(), jobs.stopServing()]).then(() => {
    stopped = true
  })
  await jest.advanceTimersByTimeAsync(60 * second)
  expect(stopped).toBe(false)
  resolve()
  await stopping
  expect(jest.getTimerCount()).toBe(0)
})

it('F-2: says that it lives, and hears of keys, until it serves no longer', async () => {
  let reloads = 0
  const reload = async () => {
    reloads += 1
  }
  const { ports, jobs, signUp } = start({ keyRing: { current: () => [], reload } })
  await jest.advanceTimersByTimeAsync(second)
  await jobs.stopWork()
  await signUp()
  const before = reloads
  ports.clock.advance(60)
  await jest.advanceTimersByTimeAsync(10 * second)
  const alive = await ports.store.transaction((tx) => tx.replicas.findAlive(ports.clock.now()))
  expect([alive.length, reloads - before]).toEqual([1, 10])
  expect(ports.mailer.sent).toEqual([])
  await jobs.stopServing()
  expect(jest.getTimerCount()).toBe(0)
})

describe('something repeated', () => {
  it('runs at once, and again a pause after the end of each run', async () => {
    let runs = 0
    const work = async () => {
      runs += 1
      await new Promise((resolve) => setTimeout(resolve, 5 * second))
    }
    const repeating = repeat(work, { pauseSeconds: 10, onError: never })
    expect(runs).toBe(1)
    await jest.advanceTimersByTimeAsync(15 * second - 1)
    expect(runs).toBe(1)
    await jest.advanceTimersByTimeAsync(1)
    expect(runs).toBe(2)
    const stopped = repeating.stop()
    await jest.advanceTimersByTimeAsync(5 * second)
    await stopped
  })

  it('goes on after a failure, and reports it', async () => {
    const errors: unknown[] = []
    const failure = new Error('no')
    const repeating = repeat(() => Promise.reject(failure), {
      pauseSeconds: 1,
      onError: (error) => errors.push(error),
    })
    await jest.advanceTimersByTimeAsync(2 * second)
    expect(errors).toEqual([failure, failure, failure])
    await repeating.stop()
  })

  it('is stopped in its pause at once', async () => {
    let runs = 0
    const work = async () => {
      runs += 1
    }
    const repeating = repeat(work, { pauseSeconds: 3600, onError: never })
    await jest.advanceTimersByTimeAsync(second)
    await repeating.stop()
    await jest.advanceTimersByTimeAsync(7200 * second)
    expect([runs, jest.getTimerCount()]).toEqual([1, 0])
  })

  it('is let finish what it is doing', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let done = false
    const work = () =>
      promise.then(() => {
        done = true
      })
    const stopped = repeat(work, { pauseSeconds: 1, onError: never }).stop()
    resolve()
    await stopped
    expect(done).toBe(true)
  })
})

const never = () => undefined

function start(more: Partial<JobsOptions> = {}) {
  const ports = createMemoryPorts()
  const { mailer } = ports
  const lines: Record<string, unknown>[] = []
  const write = (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>)
  const mailHealth = createMailHealth(mailer)
  const keyRing = createLiveKeyRing(ports, defaultSettings)
  const log = pino({ level: 'info' }, { write })
  const purgeCredentialStore = async () => {}
  const heartbeat = createHeartbeat({ ports, terminals: () => 7, sealsWith: 'key-1' })
  const fillApiKeyHashes = async () => {}
  const { endings } = ports
  const tended = {
    clockWatch: { async check() {} },
    keyRing,
    endings,
    heartbeat,
    providers: [],
    purgeCredentialStore,
    fillApiKeyHashes,
    settings: defaultSettings,
  }
  const needed = { ports, mailer, mailHealth, ...tended, log }
  const jobs = runJobs({ ...needed, ...more })
  running = jobs

  const signUp = (credentialStore = ports.credentialStore) =>
    createAuth({ ...ports, credentialStore }, defaultSettings).signUp({
      username: 'ada',
      email: 'ada@example.com',
      password: 'a long enough one',
      firstName: 'Ada',
      lastName: 'Lovelace',
      organizationName: 'engines',
      companyName: 'Engines',
      from: {
        client: 'cli',
        network: '192.0.2.1',
        userAgent: '',
        requestId: 'r-1',
        receivedAt: ports.clock.now(),
      },
    })
  return { ports, mailHealth, keyRing, jobs, lines, signUp }
}
