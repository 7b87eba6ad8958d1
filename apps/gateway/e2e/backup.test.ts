/** A backup is taken in the midst of sign-ups, and restored elsewhere. */
import { copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import { createApi } from '../testing/api.ts'
import { type GatewayProcess, runGateway, startGateway } from '../testing/gateway-process.ts'
import { enter, logIn, type Person, person, signUp } from '../testing/people.ts'
import { runGatehouse } from '../testing/run-gatehouse.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'
import { unlimited } from '../testing/unlimited.ts'
import { records } from './support/records.ts'

// Each command is a process that has to start, on a machine that may be busy.
jest.setTimeout(180_000)

let environment: TestEnvironment
let folder: string
let file: string
let token: string
let restored: GatewayProcess | undefined
const before: Person[] = []
/** Those whose sign-up was under way during the backup. */
const meanwhile: Person[] = []

beforeAll(async () => {
  environment = await openTestEnvironment(unlimited)
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-backup-'))
  file = join(folder, 'gatehouse.backup')
  for (let count = 0; count < 5; count += 1) before.push(await signUp(environment.api))
  token = (await enter(environment.api, before[0] ?? person())).token
})

afterAll(async () => {
  await restored?.kill()
  await environment.close()
  await rm(folder, { recursive: true, force: true })
})

it('is taken while people sign up, and says what is not in it', async () => {
  let isDone = false
  const crowd = async () => {
    while (!isDone) meanwhile.push(await signUp(environment.api))
  }
  const people = [crowd(), crowd(), crowd()]
  const { code, output, errors } = await backup()
  isDone = true
  await Promise.all(people)
  expect([code, errors.replaceAll(/^\d+ % copied\n/gm, '')]).toEqual([0, ''])
  expect(output).toContain(`is in ${file} (`)
  expect(output).toContain(`NOT IN IT: the master key, ${join(environment.dataDir, 'master.key')}.`)
  expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600')
  expect(await readdir(folder)).toEqual(['gatehouse.backup'])
  expect(meanwhile.length).toBeGreaterThan(0)
})

it('does not replace a file unless it is told to', async () => {
  const { size } = await stat(file)
  const refused = await backup()
  expect([refused.code, refused.output]).toEqual([2, ''])
  expect(refused.errors).toContain('is there already. --overwrite replaces it.')
  expect((await stat(file)).size).toBe(size)
  const other = join(folder, 'other')
  await writeFile(other, 'something else')
  const replaced = await runGatehouse(
    ['backup', '--to', other, '--overwrite'],
    environment.settings,
  )
  expect([replaced.code, (await stat(other)).size > 1000]).toEqual([0, true])
})

it('is of no use without the master key', async () => {
  const dataDir = await restore({ withKey: false })
  const { code, output } = await runGateway({
    ...environment.settings,
    DATA_DIR: dataDir,
    PORT: '0',
  })
  expect(code).toBe(1)
  const missing = `MASTER_KEY is not set, and there is no ${join(dataDir, 'master.key')}.`
  expect(output).toContain(`The gateway cannot start: ${missing} The database has records already`)
  // Neither a key that looks like the right one, nor anything else.
  expect(await readdir(dataDir)).toEqual(['gatehouse.sqlite'])
  expect(await readFile(join(dataDir, 'gatehouse.sqlite'))).toEqual(await readFile(file))
})

it('lets everybody in again elsewhere: those from before, and whole sign-ups of the moment', async () => {
  const dataDir = await restore({ withKey: true })
  restored = await startGateway({ ...environment.settings, DATA_DIR: dataDir })
  const { url } = restored
  const api = createApi(() => url)
  for (const someone of before) expect((await logIn(api, someone)).status).toBe(200)
  const headers = { authorization: `Bearer ${token}` }
  expect((await api.send('GET', '/api/machines', { headers })).status).toBe(200)

  expect(records({ dataDir }, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
  const known = records({ dataDir }, "SELECT username FROM accounts WHERE standing = 'active'")
  const names = new Set(known.map(({ username }) => username))
  expect(before.filter(({ username }) => !names.has(username))).toEqual([])
  // Some of the first, and some of the last: hashing passwords takes its time.
  for (const someone of new Set([...meanwhile.slice(0, 4), ...meanwhile.slice(-4)])) {
    const { status } = await logIn(api, someone)
    const expected = names.has(someone.username) ? 200 : 401
    expect([someone.username, status]).toEqual([someone.username, expected])
  }
  // A person who was not in it yet can sign up again.
  const late = meanwhile.find(({ username }) => !names.has(username))
  if (late) expect((await api.post('/api/auth/signup', late)).status).toBe(201)
})

function backup() {
  return runGatehouse(['backup', '--to', file], environment.settings)
}

async function restore({ withKey }: { readonly withKey: boolean }): Promise<string> {
  const dataDir = await mkdtemp(join(folder, 'restored-'))
  await copyFile(file, join(dataDir, 'gatehouse.sqlite'))
  if (withKey) await copyFile(join(environment.dataDir, 'master.key'), join(dataDir, 'master.key'))
  return dataDir
}
