import { describe, expect, it } from '@jest/globals'
import {
  createTestEnvironment,
  outcomeOf,
  type TestEnvironment,
} from '../../testing/test-environment.ts'
import { type ImportedUser, importAccounts, type UserToImport } from './import-accounts.ts'
import { importOrganization } from './import-organization.ts'

const ada: UserToImport = {
  credentialId: 'credential of ada',
  username: 'ada',
  email: 'Ada@Example.com',
  emailVerified: true,
  enabled: true,
  firstName: 'Ada',
  lastName: 'Lovelace',
  groups: ['/ops'],
  role: 'company_admin',
}
const bob: UserToImport = {
  ...ada,
  credentialId: 'credential of bob',
  username: 'bob',
  email: 'bob@example.com',
  role: 'user',
}

async function openImport(realm = 'acme', environment = createTestEnvironment()) {
  const request = { realm, name: realm, dryRun: false }
  const done = await importOrganization(environment.ports, environment.settings, request)
  const { tenant } = outcomeOf('organization_imported', done)
  const run = (users: readonly UserToImport[], dryRun = false) =>
    importAccounts(environment.ports, { tenant, users, dryRun })
  return { environment, tenant, run }
}

const find = ({ ports }: TestEnvironment, username: string) =>
  ports.store.transaction((tx) => tx.accounts.findByUsername(username))

describe('importing accounts', () => {
  it('keeps what the credential store knows', async () => {
    const { environment, run } = await openImport()
    expect(await run([ada, bob])).toMatchObject([{ outcome: 'imported' }, { outcome: 'imported' }])
    expect(await find(environment, 'ada')).toMatchObject({
      tenantId: 'acme',
      email: 'Ada@Example.com',
      emailCanonical: 'ada@example.com',
      emailVerified: true,
      firstName: 'Ada',
      groups: ['/ops'],
      role: 'company_admin',
      credentialId: ada.credentialId,
      status: 'active',
    })
    expect(await find(environment, 'bob')).toMatchObject({ role: 'user' })
    expect(await environment.audit('account_imported')).toHaveLength(2)
  })

  it('gives each an API key of their own', async () => {
    const { environment, run } = await openImport()
    await run([ada, bob])
    const keys = [
      (await find(environment, 'ada'))?.apiKey,
      (await find(environment, 'bob'))?.apiKey,
    ]
    expect(new Set(keys).size).toBe(2)
  })

  it('knows them when it is repeated, and leaves their accounts as they are', async () => {
    const { environment, run } = await openImport()
    await run([ada])
    const before = await find(environment, 'ada')
    const again = await run([{ ...ada, username: 'lovelace', role: 'user', enabled: false }, bob])
    expect(again.map(({ outcome }) => outcome)).toEqual(['known', 'imported'])
    expect(await find(environment, 'ada')).toEqual(before)
    expect(await find(environment, 'lovelace')).toBeUndefined()
  })

  it('brings in who is kept out as disabled', async () => {
    const { environment, run } = await openImport()
    await run([{ ...ada, enabled: false }])
    expect(await find(environment, 'ada')).toMatchObject({ status: 'disabled' })
  })

  it('calls somebody by their username whose name is none by our rules', async () => {
    const { environment, run } = await openImport()
    await run([{ ...ada, firstName: '', lastName: 'see www.example.com' }])
    expect(await find(environment, 'ada')).toMatchObject({ firstName: 'ada', lastName: '' })
  })

  it.each([
    [{ username: 'ada@example.com' }, 'username_not_allowed'],
    [{ username: 'service-account-x' }, 'username_not_allowed'],
    [{ email: '' }, 'no_email'],
    [{ email: 'ada@localhost' }, 'email_not_usable'],
  ])('leaves out %j: %s', async (changes, outcome) => {
    const { environment, run } = await openImport()
    expect(await run([{ ...ada, ...changes }, bob])).toMatchObject([
      { outcome, user: changes },
      { outcome: 'imported' },
    ])
    expect(await find(environment, 'ada')).toBeUndefined()
  })

  it('T-20: leaves out who has a username that is taken, in whatever organization', async () => {
    const { environment, run } = await openImport()
    await run([ada])
    const other = await openImport('other', environment)
    expect(await other.run([{ ...bob, username: 'Ada' }])).toEqual([
      expect.objectContaining({
        outcome: 'username_taken',
        reason: 'The organization acme has an account of this name.',
      }),
    ])
    expect(await find(environment, 'ada')).toMatchObject({ tenantId: 'acme' })
  })

  it('leaves out the second of an address in one organization, and not in another', async () => {
    const { environment, run } = await openImport()
    const twin = { ...bob, email: 'ada@EXAMPLE.com' }
    expect(await run([ada, twin])).toMatchObject([
      { outcome: 'imported' },
      { outcome: 'email_taken', reason: expect.stringContaining('ada has the same') },
    ])
    const other = await openImport('other', environment)
    expect(await other.run([twin])).toMatchObject([{ outcome: 'imported' }])
  })

  it.each([
    ['one batch', (each: UserToImport) => [[ada, each]]],
    ['two', (each: UserToImport) => [[ada], [each]]],
  ])('sees in a dry run of %s what is taken by another of it', async (_, batches) => {
    const { environment, tenant } = await openImport()
    for (const [changes, outcome, reason] of [
      [{ username: 'Ada' }, 'username_taken', 'The organization acme has'],
      [{ email: 'ada@EXAMPLE.com' }, 'email_taken', 'ada has the same'],
    ] as const) {
      const planned = { usernames: new Set<string>(), emails: new Map<string, string>() }
      const outcomes: ImportedUser[] = []
      for (const users of batches({ ...bob, ...changes })) {
        const request = { tenant, users, dryRun: true, planned }
        outcomes.push(...(await importAccounts(environment.ports, request)))
      }
      expect(outcomes).toMatchObject([
        { outcome: 'imported' },
        { outcome, reason: expect.stringContaining(reason) },
      ])
    }
  })

  it('sees doubles in a dry run that was told of no earlier one', async () => {
    const { run } = await openImport()
    expect(await run([ada, { ...bob, email: ada.email }], true)).toMatchObject([
      { outcome: 'imported' },
      { outcome: 'email_taken' },
    ])
  })

  it('writes nothing in a dry run, and says the same', async () => {
    const { environment, run } = await openImport()
    expect(await run([ada, { ...bob, email: '' }], true)).toMatchObject([
      { outcome: 'imported' },
      { outcome: 'no_email' },
    ])
    expect(await find(environment, 'ada')).toBeUndefined()
    expect(await environment.audit('account_imported')).toEqual([])
  })
})
