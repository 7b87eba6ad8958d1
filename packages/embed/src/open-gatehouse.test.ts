import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Mail, RateLimiter } from '@gatehouse/auth-core/ports'
import { createMemoryMailer, createMemoryRateLimiter, down } from '@gatehouse/auth-core/testing'
import { eventually } from '@gatehouse/test-services'
import { afterEach, describe, expect, it } from '@jest/globals'
import { type Gatehouse, openGatehouse } from './open-gatehouse.ts'
import type { GatehouseOptions } from './options.ts'
import { printMails } from './print-mails.ts'
import { memory, sqlite } from './sqlite/index.ts'

const opened: Gatehouse[] = []

afterEach(async () => {
  await Promise.all(opened.splice(0).map((gate) => gate.close()))
})

it('signs people up and in, and sends their mails, with nothing but memory', async () => {
  const lines: string[] = []
  const gate = await open({ mailer: printMails((line) => lines.push(line)) })
  const signedUp = await gate.auth.signUp(person(gate))
  expect(signedUp.kind).toBe('signed_up')
  const { email, password, from } = person(gate)
  const wrong = await gate.auth.logIn({ email, password: 'not the password', from })
  expect(wrong.kind).toBe('refused')
  const login = await gate.auth.logIn({ email, password, from })
  if (login.kind !== 'authenticated') throw new Error(login.kind)
  expect(gate.auth.authenticate(login.token)).toMatchObject({
    kind: 'valid',
    claims: { username: 'ada', tenantId: 'engines' },
  })
  const line = await eventually('a mail', async () => lines.at(0))
  const mail = JSON.parse(line.replace(/^mail /, '')) as Mail
  expect(mail).toMatchObject({ kind: 'verify_email', to: 'ada@example.com' })
})

it('goes by the settings that were given, and the defaults for the rest', async () => {
  const limits = { loginPerNetwork: { points: 0, seconds: 60 } }
  const gate = await open({ settings: { issuer: 'shop', otpDefault: true } })
  const strict = await open({ settings: { limits } })
  const { email, password, from } = person(gate)
  await gate.auth.signUp(person(gate))
  expect((await gate.auth.logIn({ email, password, from })).kind).toBe('otp_required')
  const refused = await strict.auth.logIn({ email, password, from })
  expect(refused).toMatchObject({ kind: 'refused', refusal: 'rate_limited' })
})

it('keeps everything in its folder, and goes on from there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-embed-'))
  try {
    const data = join(folder, 'data')
    const first = await open({ records: sqlite({ folder: data }) })
    await first.auth.signUp(person(first))
    await first.close()
    expect((await readdir(data)).toSorted()).toEqual(
      expect.arrayContaining(['gatehouse.sqlite', 'gatehouse.sqlite.limits', 'master.key']),
    )
    const second = await open({ records: sqlite({ folder: data }) })
    const { email, password, from } = person(second)
    const login = await second.auth.logIn({ email, password, from })
    expect(login.kind).toBe('authenticated')
  } finally {
    await rm(folder, { recursive: true })
  }
})

it('makes no second master key for records that have one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-embed-'))
  try {
    const gate = await open({ records: sqlite({ folder }) })
    await gate.close()
    await rm(join(folder, 'master.key'))
    await expect(open({ records: sqlite({ folder }) })).rejects.toThrow('put it back')
    expect(await readdir(folder)).not.toContain('master.key')
    const other = sqlite({ folder, masterKey: new Uint8Array(32) })
    await expect(open({ records: other })).rejects.toThrow('another master key')
  } finally {
    await rm(folder, { recursive: true })
  }
})

it('names the file of a database that it cannot open, and says why', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-embed-'))
  try {
    const file = join(folder, 'gatehouse.sqlite')
    await writeFile(file, 'no database')
    await expect(open({ records: sqlite({ folder }) })).rejects.toThrow(
      `the database ${file} cannot be opened: file is not a database`,
    )
    await rm(file)
    await mkdir(file)
    const masterKey = new Uint8Array(32)
    await expect(open({ records: sqlite({ folder, masterKey }) })).rejects.toThrow(
      `the database ${file} cannot be opened: `,
    )
  } finally {
    await rm(folder, { recursive: true })
  }
})

it('takes ports of the host’s own', async () => {
  const mailer = createMemoryMailer()
  const part = memory()
  const rateLimiter = createMemoryRateLimiter({ now: () => new Date() })
  const counted: string[] = []
  const counting: RateLimiter = {
    ...rateLimiter,
    take(limit, key) {
      counted.push(key)
      return rateLimiter.take(limit, key)
    },
  }
  const gate = await open({ mailer, records: part, rateLimiter: counting })
  await gate.auth.signUp(person(gate))
  await eventually('a mail', async () => mailer.sent.at(0))
  expect(counted).toContain('192.0.2.1')
})

it('adds claims of the host, and tells it of what has happened', async () => {
  const events: string[] = []
  const gate = await open({
    ownClaims: ({ tenantId }) => ({ plan: `that of ${tenantId}` }),
    onEvent: ({ kind, outcome }) => void events.push(`${kind} ${outcome}`),
  })
  await gate.auth.signUp(person(gate))
  const { email, password, from } = person(gate)
  const login = await gate.auth.logIn({ email, password, from })
  if (login.kind !== 'authenticated') throw new Error(login.kind)
  expect(gate.auth.authenticate(login.token)).toMatchObject({
    claims: { own: { plan: 'that of engines' } },
  })
  expect(events).toEqual(['keys_rotated ok', 'signed_up ok', 'login ok'])
})

describe('what is wrong is named before anything is opened:', () => {
  const known = () => ({ records: never(), mailer: printMails(), onError: () => undefined })

  it.each<[string, object, string]>([
    ['no records', { records: undefined }, 'records is missing'],
    ['records that are none', { records: {} }, 'records is not what it has to be'],
    ['no mailer', { mailer: undefined }, 'mailer is missing'],
    ['a mailer that is none', { mailer: { send() {} } }, 'mailer is not what it has to be'],
    ['no way to hear of errors', { onError: undefined }, 'onError is missing'],
    ['a misspelt part', { mialer: {} }, 'there is no option mialer'],
    ['a limiter that is none', { rateLimiter: {} }, 'rateLimiter is not what it has to be'],
    ['credentials that are none', { credentials: {} }, 'credentials is not what'],
    ['a provider that is none', { providers: { google: {} } }, 'providers.google is not what'],
    ['a misspelt way to mount', { http: { prefx: '/a' } }, 'http: there is no option prefx'],
    ['a prefix that is no path', { http: { prefix: 'identity' } }, 'http.prefix has to be'],
    ['a prefix with an end', { http: { prefix: '/identity/' } }, 'http.prefix has to be'],
    ['an edition that is none', { http: { edition: '9.9' } }, 'http.edition has to be 1.1.0'],
    ['bodies of no size', { http: { maxBodyBytes: -1 } }, 'http.maxBodyBytes has to be'],
    ['a proxy that is none', { http: { trustedProxies: ['foo'] } }, 'foo is no address'],
    ['proxies that are no list', { http: { trustedProxies: {} } }, 'http.trustedProxies has to be'],
    ['every address as a proxy', { http: { trustedProxies: ['::/0'] } }, 'trust every address'],
    ['an agent that is no list', { http: { agents: { cli: 'x/' } } }, 'http.agents.cli has to be'],
    ['a misspelt agent', { http: { agents: { clii: [] } } }, 'http.agents has to be'],
    ['a misspelt setting', { settings: { otpDefualt: true } }, 'no setting settings.otpDefualt'],
    ['a misspelt limit', { settings: { limits: { x: {} } } }, 'no setting settings.limits.x'],
    [
      'a limit without a window',
      { settings: { limits: { loginStreak: { points: Number.NaN, seconds: 1 } } } },
      'settings.limits.loginStreak.points is missing',
    ],
    ['a setting of a wrong type', { settings: { accessTokenSeconds: '60' } }, 'accessTokenSeconds'],
    ['a client that is none', { settings: { otpExemptClients: ['web'] } }, 'otpExemptClients'],
  ])('%s', async (_, change, message) => {
    const opening = openGatehouse({ ...known(), ...change } as GatehouseOptions)
    await expect(opening).rejects.toThrow(TypeError)
    const again = openGatehouse({ ...known(), ...change } as GatehouseOptions)
    await expect(again).rejects.toThrow(message)
  })

  function never() {
    return { open: () => Promise.reject(new Error('opened')) }
  }
})

describe('the jobs', () => {
  it('tell of a failure, and go on though the listener throws', async () => {
    const errors: Error[] = []
    const mailer = { ...createMemoryMailer(), checkReady: down('mailer') }
    const broken = memory()
    const records = {
      open: async (tools: Parameters<typeof broken.open>[0]) => ({
        ...(await broken.open(tools)),
        fillApiKeyHashes: () => Promise.reject(new Error('no')),
      }),
    }
    const gate = await open({
      records,
      mailer,
      onError(error) {
        errors.push(error)
        throw new Error('of the host')
      },
    })
    const told = await eventually('an error', async () => errors.at(0))
    expect(told.message).toBe('worker failed (worker: API keys)')
    expect(told.cause).toEqual(new Error('no'))
    const signedUp = await gate.auth.signUp(person(gate))
    expect(signedUp.kind).toBe('signed_up')
  })
})

it('closes in order, once, and what failed to open is closed again', async () => {
  const events: string[] = []
  const part = memory()
  const tracked = (broken: boolean) => ({
    async open(tools: Parameters<typeof part.open>[0]) {
      const records = await part.open(tools)
      const close = () => {
        events.push('records')
        return records.close()
      }
      const assertUsable = () =>
        broken ? Promise.reject(new Error('being moved')) : Promise.resolve()
      return { ...records, close, assertUsable }
    },
  })
  const mailer = () => ({
    ...createMemoryMailer(),
    async close() {
      events.push('mailer')
    },
  })
  const gate = await open({ records: tracked(false), mailer: mailer() })
  await Promise.all([gate.close(), gate.close()])
  expect(events.splice(0)).toEqual(['mailer', 'records'])
  await expect(open({ records: tracked(true), mailer: mailer() })).rejects.toThrow('being moved')
  expect(events.splice(0)).toEqual(['mailer', 'records'])
  // A mailer that fails to close neither keeps the records open nor hides what came first.
  const stuck = { ...createMemoryMailer(), close: () => Promise.reject(new Error('stuck')) }
  const stuckMailer = { records: tracked(false), mailer: stuck, onError: () => undefined }
  await (await open(stuckMailer)).close()
  await expect(open({ ...stuckMailer, records: tracked(true) })).rejects.toThrow('being moved')
  expect(events).toEqual(['records', 'records'])
})

async function open(options: Partial<GatehouseOptions>): Promise<Gatehouse> {
  const onError = (error: Error) => {
    throw error
  }
  const gate = await openGatehouse({
    records: memory(),
    mailer: printMails(() => {}),
    onError,
    ...options,
  })
  opened.push(gate)
  return gate
}

function person({ clock }: Gatehouse) {
  return {
    ...{ username: 'ada', email: 'ada@example.com', password: 'lovelace-1843' },
    ...{ firstName: 'Ada', lastName: 'Lovelace' },
    ...{ organizationName: 'engines', companyName: 'Engines Ltd' },
    from: {
      ...({ client: 'ui', network: '192.0.2.1', userAgent: '', requestId: 'r-1' } as const),
      receivedAt: clock.now(),
    },
  }
}
