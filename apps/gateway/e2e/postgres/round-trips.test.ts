/** How often a request waits for PostgreSQL: with a distance between both, that is what it takes. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { agents } from '../../testing/api.ts'
import { codeIn, tokensIn } from '../../testing/mail-server.ts'
import { bearer, confirm, enter, type Person, signUp, switchOtp } from '../../testing/people.ts'
import {
  openPostgresEnvironment,
  type PostgresEnvironment,
} from '../support/postgres-environment.ts'
import { tripsHeader } from '../support/round-trips/trips-header.ts'

let folder: string
let environment: PostgresEnvironment
let person: Person
let token: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-trips-'))
  const hook = new URL('../support/round-trips/count-trips.ts', import.meta.url)
  environment = await openPostgresEnvironment({
    NODE_OPTIONS: `--import=${hook.href}`,
    TRIPS_FILE: join(folder, 'trips'),
    WORKERS: '1',
  })
  const { api, mail } = environment
  person = await signUp(api)
  const [link] = tokensIn(await mail.waitFor(person.email, /confirm/i))
  await confirm(api, person, link)
  token = (await enter(api, person)).token
})

afterAll(async () => {
  await environment?.close()
  await rm(folder, { recursive: true, force: true })
})

interface Request {
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a request, and gives the messages that it sent to PostgreSQL, with the answer. */
async function sent(path: string, { method = 'POST', headers = {}, ...rest }: Request) {
  const counted = { ...headers, [tripsHeader]: 'yes' }
  const answer = await environment.api.send(method, `/api/auth/${path}`, {
    ...rest,
    headers: counted,
  })
  const trips = JSON.parse(await readFile(join(folder, 'trips'), 'utf8')) as readonly string[]
  return { answer, trips: trips.filter((one) => !isBeside.test(one)) }
}

/** Once in many counts ended windows are deleted, while the count is on its way. */
const isBeside = /^delete from "counters" where key = any/

it('waits eight times for a login with a password', async () => {
  const { email, password } = person
  const known = await sent('login', { body: { email, password } })
  expect(known.answer.status).toBe(200)
  expect(known.trips).toEqual([
    // The limits of network and address.
    expect.stringContaining('counters'),
    // The accounts of the address.
    expect.stringMatching(/^start transaction.*; select [^;]*accounts/s),
    'commit',
    // The limits of the account.
    expect.stringContaining('counters'),
    // The password.
    expect.stringContaining('local_users'),
    // It was right.
    expect.stringMatching(/counters.*; .*counters/s),
    expect.stringMatching(/^start transaction.*; select [^;]*accounts/s),
    expect.stringMatching(
      /^insert into "audit_log".*; insert into "sessions".*; update "accounts".*; commit$/s,
    ),
  ])
})

it('waits as often for a login with a password from a network that is not known', async () => {
  const { api, mail } = environment
  const stranger = await signUp(api)
  const [link] = tokensIn(await mail.waitFor(stranger.email, /confirm/i))
  await confirm(api, stranger, link)
  const { email, password } = stranger
  const first = await sent('login', { body: { email, password } })
  expect(first.answer.status).toBe(200)
  expect(first.trips).toHaveLength(8)
})

it('waits ten times until a code is asked for, and nine times for the code', async () => {
  const { api, mail } = environment
  await switchOtp(api, token, true)
  const { email, password, username } = person
  const headers = { 'user-agent': agents.ui }
  const asked = await sent('login', { body: { email, password }, headers })
  expect(asked.answer.body).toMatchObject({ requires_otp: true })
  const otp_code = codeIn(await mail.waitFor(email, /code/i))
  const entered = await sent('verify-otp', { body: { username, otp_code }, headers })
  expect(entered.answer.status).toBe(200)
  expect([asked.trips.length, entered.trips.length]).toEqual([10, 9])
  await switchOtp(api, entered.answer.body.token, false)
})

it('waits three times for a refresh: its limit, all it reads, all it writes', async () => {
  const { answer, trips } = await sent('refresh', { body: { token } })
  expect(answer.status).toBe(200)
  expect(trips).toEqual([
    expect.stringContaining('counters'),
    expect.stringMatching(
      /^start transaction.*; select .*accounts.*; select .*sessions.*; select /s,
    ),
    expect.stringMatching(/^insert into "audit_log".*commit$/s),
  ])
})

it('waits four times to show one’s own account', async () => {
  const { answer, trips } = await sent('me', { method: 'GET', headers: bearer(token) })
  expect(answer.status).toBe(200)
  expect(trips).toHaveLength(4)
})
