/** A grown installation moves from SQLite to PostgreSQL, by a command that is killed again and again. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createDatabase, type TestDatabase } from '@gatehouse/sql/testing'
import { eventually } from '@gatehouse/test-services'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import { runGateway } from '../../testing/gateway-process.ts'
import { codeIn, tokensIn } from '../../testing/mail-server.ts'
import {
  bearer,
  enter,
  logIn,
  type Person,
  person,
  signUp,
  switchOtp,
} from '../../testing/people.ts'
import { killGatehouseWhen, runGatehouse } from '../../testing/run-gatehouse.ts'
import { openTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts'
import { unlimited } from '../../testing/unlimited.ts'
import { parsePrinted } from '../support/documented-fields.ts'
import { grow } from '../support/grow.ts'
import { records } from '../support/records.ts'

// Each command is a process that has to start, on a machine that may be busy.
jest.setTimeout(300_000)

const crowd = 5000
const patient = { DATABASE_LOCK_TIMEOUT_SECONDS: '100', DATABASE_STATEMENT_TIMEOUT_SECONDS: '100' }

let environment: TestEnvironment
let target: TestDatabase
/** Of the target. */
let password: string
let settings: Readonly<Record<string, string>>
let ada: Person
let token: string
let apiKey: string
/** What was under way when the gateway was stopped. */
let session: string
let code: string
let reset: string
const unlucky = person()
/** How many rows there are to move. */
let all: number

beforeAll(async () => {
  target = await createDatabase()
  environment = await openTestEnvironment(unlimited)
  password = new URL(target.url).password
  settings = { ...environment.settings, TARGET_DATABASE_URL: target.url, ...patient }
  ada = await signUp(environment.api)
  const entered = await enter(environment.api, ada)
  token = entered.token
  apiKey = entered.user.api_key
  await switchOtp(environment.api, token, true)
  session = (await logIn(environment.api, ada, 'ui')).body.session_token
  code = codeIn(await environment.mail.waitFor(ada.email, /code/i))
  await environment.api.post('/api/auth/forgot-password', { email: ada.email })
  ;[reset = ''] = tokensIn(await environment.mail.waitFor(ada.email, /new password/i))
  environment.mail.hangOver(unlucky.email)
  await signUp(environment.api, unlucky)
})

afterAll(async () => {
  await environment?.close()
  await target?.drop()
})

it('is refused while a gateway runs', async () => {
  const { code: end, output, errors } = await move()
  expect([end, output]).toEqual([3, ''])
  expect(errors).toContain('is in use. Stop every gateway on it')
})

it('is refused without a target that makes sense, and does not show it', async () => {
  const { TARGET_DATABASE_URL: _, ...none } = settings
  const wrong = { ...none, TARGET_DATABASE_URL: `mysql://root:${password}@db/x` }
  for (const [environment, named] of [
    [none, 'TARGET_DATABASE_URL or --to is needed'],
    [wrong, 'TARGET_DATABASE_URL must be postgres://'],
  ] as const) {
    const { code: end, output, errors } = await runGatehouse(command, environment)
    expect([end, output, errors.includes(password)]).toEqual([2, '', false])
    expect(errors).toContain(named)
  }
})

it('says what it would do, and does not do it', async () => {
  await environment.gateway().stop()
  grow(environment, { like: ada.username, by: crowd })
  all = Number(/^([\d,]+) rows go to/.exec(await dryRun())?.[1]?.replaceAll(',', ''))
  expect(all).toBeGreaterThan(6 * crowd)
  expect(await dryRun()).toMatch(/^ {2}accounts: 5,002$/m)
  const [planned] = printed(await dryRun('--json'))
  expect(planned).toMatchObject({ dry_run: true, rows: all, present: 0, comparison: null })
  expect(planned?.tables).toContainEqual({ name: 'accounts', rows: crowd + 2 })
  const tables = `select count(*) as n from pg_tables where schemaname = 'public'`
  expect(await target.ask(tables)).toEqual([{ n: 0 }])
})

it.each([0.1, 0.5])('is killed when %d of the rows are there, and goes on', async (share) => {
  const before = await movedRows()
  await killedWith(share * all)
  const now = await movedRows()
  expect(now).toBeGreaterThan(before)
  expect(now).toBeLessThan(all)
  expect(await dryRun()).toContain(`${now.toLocaleString('en')} of them are there already.`)
})

it('is killed while it compares the rows', async () => {
  // Its rows are there already, and are the first to be compared.
  const unlock = await target.lock('key_check')
  await killedWith(all)
  await unlock()
  expect(await movedRows()).toBe(all)
})

it('is nothing that a gateway or a command could use before it is whole', async () => {
  const env = {
    ...environment.settings,
    ...moved(),
    MASTER_KEY: await masterKey(),
    PORT: '0',
    METRICS_PORT: 'off',
  }
  const started = await runGateway(env)
  expect(started.code).toBe(1)
  expect(started.output).toContain('records are being moved there; `gatehouse migrate')
  const listed = await runGatehouse(['keys', 'list'], env)
  expect([listed.code, listed.output]).toEqual([3, ''])
  expect(listed.errors).toContain('records are being moved there')
})

it('finds the one row that is not as it was', async () => {
  const where = `where username = '${ada.username} 77'`
  await target.ask(`update accounts set last_name = 'Byron' ${where}`)
  const { code: end, errors } = await move()
  expect(end).toBe(1)
  expect(errors).toMatch(/: 1 differ\.\n {2}accounts \S+ 77 differs in last_name\n\nNo gateway/)
  await target.ask(`update accounts set last_name = '${ada.last_name}' ${where}`)
})

it('ends when each row was compared, and shows no password on the way', async () => {
  const { code: end, output, errors } = await move()
  expect([end, errors.replaceAll(/^(Reading|Moving|Comparing) .*\n/gm, '')]).toEqual([0, ''])
  expect(output).toContain(
    `${all.toLocaleString('en')} rows in 17 tables compared, value by value: all`,
  )
  expect(output).toContain(
    `set MASTER_KEY to what stands in ${join(environment.dataDir, 'master.key')}`,
  )
  expect(output + errors).not.toContain(password)
  const verified = await move('--verify-only', '--json')
  expect(verified.code).toBe(0)
  const comparison = { rows: all, differing: 0, differences: [], surplus: [] }
  expect(printed(verified.output)).toMatchObject([{ dry_run: false, present: null, comparison }])
})

it('everybody goes on at a gateway on PostgreSQL', async () => {
  const audited = await target.ask('select max(seq) as n from audit_log')
  await environment.restart({ ...moved(), MASTER_KEY: await masterKey() })
  const headers = bearer(token)
  expect((await environment.api.send('GET', '/api/machines', { headers })).status).toBe(200)
  const guess = { username: ada.username, otp_code: code, session_token: session }
  const entered = await environment.api.post('/api/auth/verify-otp', guess)
  expect([entered.status, entered.body.user?.api_key]).toEqual([200, apiKey])
  expect((await environment.api.post('/api/auth/refresh', { token })).status).toBe(200)
  const new_password = 'a wholly different phrase'
  const changed = await environment.api.post('/api/auth/reset-password', {
    reset_token: reset,
    new_password,
  })
  expect(changed.status).toBe(200)
  expect((await logIn(environment.api, { ...ada, password: new_password })).status).toBe(200)
  expect((await logIn(environment.api, unlucky)).status).toBe(200)
  environment.mail.recover()
  await target.ask('update outbox set due_at = 0, leased_until = null where settled_at is null')
  await eventually('the mail that waited', () => mailsTo(unlucky) > 0 || undefined)
  const later = await target.ask(
    'select min(seq) as n from audit_log where seq > $1',
    audited[0]?.n,
  )
  expect(later).toEqual([{ n: Number(audited[0]?.n) + 1 }])
})

it('is not done twice', async () => {
  await environment.gateway().stop()
  const again = await move()
  expect([again.code, again.output]).toEqual([3, ''])
  expect(again.errors).toContain('is not empty: key_check, tenants, accounts')
  const compared = await move('--verify-only')
  expect(compared.code).toBe(1)
  expect(compared.errors).toMatch(/audit_log: \d+ rows in the target alone/)
  expect(records(environment, 'select count(*) as n from accounts')).toEqual([{ n: crowd + 2 }])
})

const command = ['migrate', 'sqlite-to-postgres']

function move(...options: readonly string[]) {
  return runGatehouse([...command, ...options], settings)
}

async function dryRun(...options: readonly string[]): Promise<string> {
  const { code: end, output } = await move('--dry-run', ...options)
  expect(end).toBe(0)
  return output
}

function printed(output: string) {
  return parsePrinted('migrate sqlite-to-postgres', output)
}

/** Runs it until so many rows are there. */
async function killedWith(rows: number): Promise<void> {
  let isNow = false
  let isGone = false
  const killed = killGatehouseWhen(command, settings, () => isNow).then(() => {
    isGone = true
  })
  const isTime = async () => isGone || (await movedRows()) >= rows || undefined
  await eventually('so many rows', isTime)
  isNow = true
  await killed
}

async function movedRows(): Promise<number> {
  const [marked] = await target.ask(`select to_regclass('incoming_move') is not null as is_there`)
  if (marked?.is_there !== true) return 0
  const [row] = await target.ask(
    'select coalesce(sum(rows_moved), 0)::bigint as n from incoming_move',
  )
  return Number(row?.n)
}

function mailsTo({ email }: Person): number {
  return environment.mail.mails.filter(({ to }) => to.includes(email)).length
}

function moved(): Readonly<Record<string, string>> {
  return { DATABASE_URL: target.url }
}

async function masterKey(): Promise<string> {
  return (await readFile(join(environment.dataDir, 'master.key'), 'utf8')).trim()
}
