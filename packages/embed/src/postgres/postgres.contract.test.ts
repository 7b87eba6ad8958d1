import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryMailer } from '@gatehouse/auth-core/testing'
import { createDatabase, type TestDatabase } from '@gatehouse/sql/testing'
import { eventually } from '@gatehouse/test-services'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { createVerifier } from '../create-verifier.ts'
import { type Gatehouse, openGatehouse } from '../open-gatehouse.ts'
import { type PostgresRecordsOptions, postgres } from './index.ts'

const masterKey = Buffer.alloc(32, 7).toString('base64')
const ada = { email: 'ada@example.com', password: 'lovelace-1843' }

let database: TestDatabase
const opened: { close(): Promise<void> }[] = []

beforeEach(async () => {
  database = await createDatabase()
})

afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
  await database.drop()
})

it('replicas share accounts and endings, and a verifier reads them', async () => {
  const [one, other] = [await open(), await open()]
  await signUp(one)
  const token = await logIn(other)
  const verifier = await createVerifier({ records: records(), onError: () => undefined })
  opened.unshift(verifier)
  expect(verifier.verify(token)).toMatchObject({ username: 'ada' })

  const from = requester(one)
  const passwords = { currentPassword: ada.password, newPassword: 'analytical-1843' }
  const changed = await one.auth.changePassword({ token: await logIn(one), ...passwords, from })
  expect(changed.kind).toBe('password_changed')
  await eventually('the end of the session everywhere', async () => {
    const isOver = other.auth.authenticate(token).kind === 'refused'
    return isOver && verifier.verify(token) === null ? true : undefined
  })
})

it('needs the master key that sealed the records, and makes no other', async () => {
  await open()
  const other = Buffer.alloc(32, 8)
  await expect(open({ masterKey: other })).rejects.toThrow('store')
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-postgres-'))
  try {
    const file = { masterKey: undefined, masterKeyFile: join(folder, 'master.key') }
    await expect(open(file)).rejects.toThrow('put it back')
  } finally {
    await rm(folder, { recursive: true })
  }
})

it('says what is not there for a verifier, and makes nothing', async () => {
  const verifying = createVerifier({ records: records(), onError: () => undefined })
  await expect(verifying).rejects.toThrow('older release')
})

function records(options: Partial<PostgresRecordsOptions> = {}) {
  return postgres({ url: database.url, poolSize: 3, masterKey, ...options })
}

async function open(options: Partial<PostgresRecordsOptions> = {}): Promise<Gatehouse> {
  const gate = await openGatehouse({
    records: records(options),
    mailer: createMemoryMailer(),
    onError: () => undefined,
  })
  opened.push(gate)
  return gate
}

async function signUp(gate: Gatehouse): Promise<void> {
  const outcome = await gate.auth.signUp({
    ...ada,
    ...{ username: 'ada', firstName: 'Ada', lastName: 'Lovelace' },
    ...{ organizationName: 'engines', companyName: 'Engines Ltd' },
    from: requester(gate),
  })
  expect(outcome.kind).toBe('signed_up')
}

async function logIn(gate: Gatehouse): Promise<string> {
  const outcome = await gate.auth.logIn({ ...ada, from: requester(gate) })
  if (outcome.kind !== 'authenticated') throw new Error(outcome.kind)
  return outcome.token
}

function requester({ clock }: Gatehouse) {
  return {
    ...({ client: 'ui', network: '192.0.2.1', userAgent: '', requestId: 'r-1' } as const),
    receivedAt: clock.now(),
  }
}
