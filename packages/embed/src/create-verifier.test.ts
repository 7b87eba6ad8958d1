import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryMailer } from '@gatehouse/auth-core/testing'
import { openSqliteDatabase } from '@gatehouse/sql/sqlite'
import { eventually } from '@gatehouse/test-services'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { createVerifier, type Verifier, type VerifierOptions } from './create-verifier.ts'
import { type Gatehouse, openGatehouse } from './open-gatehouse.ts'
import { memory, sqlite } from './sqlite/index.ts'

let folder: string
const opened: Pick<Gatehouse | Verifier, 'close'>[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-verifier-'))
})

afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
  await rm(folder, { recursive: true })
})

it('accepts the tokens of the service beside it, and nothing else', async () => {
  const { token } = await logInBeside()
  const { verify } = await verifierOf()
  expect(verify(token)).toMatchObject({ username: 'ada', tenantId: 'engines' })
  expect([verify(`${token}x`), verify(''), verify('no token')]).toEqual([null, null, null])
})

it('refuses what another issuer has signed, and what a shorter lifetime ended', async () => {
  const { token } = await logInBeside()
  const other = await verifierOf({ settings: { issuer: 'another shop' } })
  expect(other.verify(token)).toBeNull()
  const strict = await verifierOf({ settings: { accessTokenSeconds: 0 } })
  expect(strict.verify(token)).toBeNull()
})

it('hears of sessions that have ended', async () => {
  const { gate, logIn, token } = await logInBeside()
  const { verify } = await verifierOf()
  expect(verify(token)).not.toBeNull()
  const changed = await gate.auth.changePassword({
    token: await logIn(),
    ...{ currentPassword: 'lovelace-1843', newPassword: 'analytical-1843' },
    from: requester(gate),
  })
  expect(changed.kind).toBe('password_changed')
  await eventually('the end of the session', async () =>
    verify(token) === null ? true : undefined,
  )
})

it('fails closed: it verifies nothing when it has not read for too long, or was closed', async () => {
  const { token } = await logInBeside()
  const old = await verifierOf({ maxAgeSeconds: -1 })
  expect([old.isCurrent(), old.verify(token)]).toEqual([false, null])
  const closed = await verifierOf()
  expect([closed.isCurrent(), closed.verify(token) !== null]).toEqual([true, true])
  await closed.close()
  expect([closed.isCurrent(), closed.verify(token)]).toEqual([false, null])
})

it('waits for nobody who writes', async () => {
  const { token } = await logInBeside()
  const writer = openSqliteDatabase({ file: join(folder, 'gatehouse.sqlite') })
  // The lock is kept until the end.
  await writer.transaction(async (db) => {
    await db.deleteFrom('otp_challenges').execute()
    const { verify } = await verifierOf()
    expect(verify(token)).toMatchObject({ username: 'ada' })
  })
  await writer.close()
})

it('makes nothing, and says what is not there', async () => {
  await expect(verifierOf()).rejects.toThrow('There is no')
  expect(await readdir(folder)).toEqual([])
  await logInBeside()
  const records = sqlite({ folder, masterKey: new Uint8Array(32) })
  await expect(verifierOf({ records })).rejects.toThrow('another master key')
  await expect(verifierOf({ records: memory() })).rejects.toThrow('records cannot be opened')
})

async function verifierOf(options: Partial<VerifierOptions> = {}): Promise<Verifier> {
  const onError = (error: Error) => {
    throw error
  }
  const verifier = await createVerifier({ records: sqlite({ folder }), onError, ...options })
  opened.unshift(verifier)
  return verifier
}

async function logInBeside() {
  const gate = await openGatehouse({
    records: sqlite({ folder }),
    mailer: createMemoryMailer(),
    onError: () => undefined,
  })
  opened.push(gate)
  const from = requester(gate)
  const ada = { email: 'ada@example.com', password: 'lovelace-1843' }
  await gate.auth.signUp({
    ...ada,
    ...{ username: 'ada', firstName: 'Ada', lastName: 'Lovelace' },
    ...{ organizationName: 'engines', companyName: 'Engines Ltd' },
    from,
  })
  const logIn = async () => {
    const login = await gate.auth.logIn({ ...ada, from })
    if (login.kind !== 'authenticated') throw new Error(login.kind)
    return login.token
  }
  return { gate, logIn, token: await logIn() }
}

function requester({ clock }: Gatehouse) {
  return {
    ...({ client: 'ui', network: '192.0.2.1', userAgent: '', requestId: 'r-1' } as const),
    receivedAt: clock.now(),
  }
}
