/** What commands print for programs, beside a running gateway on SQLite. */
import { join } from 'node:path'
import { eventually } from '@gatehouse/test-services'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import { type Person, signUp } from '../testing/people.ts'
import { runGatehouse } from '../testing/run-gatehouse.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'
import { parsePrinted } from './support/documented-fields.ts'
import { records } from './support/records.ts'

// Each command is a process that has to start, on a machine that may be busy.
jest.setTimeout(180_000)

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

let environment: TestEnvironment
let ada: Person
let tenantId: string

beforeAll(async () => {
  environment = await openTestEnvironment()
  ada = await signUp(environment.api)
  const [row] = records(environment, 'select id from tenants')
  tenantId = String(row?.id)
  await eventually('all is chained', async () => {
    const waiting = records(environment, 'select 1 from audit_log where position is null')
    return waiting.length === 0 || undefined
  })
})

afterAll(() => environment.close())

it('of keys', async () => {
  expect(await printed('keys list')).toEqual([
    { kid: expect.any(String), state: 'active', signs_from: instant, accepted_until: null },
  ])
  const counts = { sessions: 0, terminals: 0, replicas: 1 }
  expect(await printed('keys rotate', '--now', '--dry-run')).toEqual([
    { dry_run: true, kid: null, signs_from: null, ...counts },
  ])
  expect(await printed('keys rotate', '--now', '--yes')).toEqual([
    { dry_run: false, kid: expect.any(String), signs_from: instant, ...counts },
  ])
})

it('of accounts and organizations', async () => {
  const names = ['--username', 'grace', '--first-name', 'Grace', '--last-name', 'Hopper']
  const place = ['--organization', tenantId, '--email', 'grace@example.com']
  const [account] = await printed('account create', ...names, ...place)
  expect(account).toMatchObject({ username: 'grace', tenant_id: tenantId, role: 'user' })
  const one = { username: 'grace', tenant_id: tenantId }
  expect(await printed('account disable', 'grace')).toEqual([{ ...one, disabled: true }])
  expect(await printed('account enable', 'grace')).toEqual([{ ...one, disabled: false }])
  expect(await printed('account unlock', 'grace')).toEqual([{ ...one, forgotten: 0 }])
  expect(await printed('organization list')).toMatchObject([{ tenant_id: tenantId, members: 2 }])
})

it('of the database', async () => {
  const [proof] = await printed('audit verify')
  expect(proof).toMatchObject({ fault: null, chain: { removed: 0, since: instant } })
  const file = join(environment.dataDir, 'copy')
  expect(await printed('backup', '--to', file)).toEqual([
    {
      file,
      bytes: expect.any(Number),
      taken_at: instant,
      master_key_file: join(environment.dataDir, 'master.key'),
    },
  ])
  records(environment, 'update local_users set enabled = 0 where username = ?', ada.username)
  const [found] = await printed('doctor')
  expect(found).toMatchObject({
    organizations: 1,
    findings: [{ code: 'user_disabled', about: ada.username, repairable: true }],
  })
})

it('of the master key', async () => {
  const [counted] = await printed('master-key reseal', '--dry-run')
  expect(counted).toMatchObject({ dry_run: true, other_replicas: 0, links_until: instant })
  const texts = [{ name: 'API keys', seen: 2, stale: 0, unreadable: 0 }]
  expect(counted?.texts).toEqual(expect.arrayContaining(texts))
  expect(await printed('master-key reseal')).toMatchObject([
    { dry_run: false, texts: counted?.texts },
  ])
})

it('is nothing where the work could not be done', async () => {
  const { code, output, errors } = await gatehouse('account enable', 'nobody')
  expect([code, output, errors]).toEqual([1, '', 'There is no account nobody.\n'])
})

/** What a command printed, whose fields are those of the page. */
async function printed(command: string, ...rest: readonly string[]) {
  const { output } = await gatehouse(command, ...rest)
  return parsePrinted(command, output)
}

function gatehouse(command: string, ...rest: readonly string[]) {
  return runGatehouse([...command.split(' '), ...rest, '--json'], environment.settings)
}
