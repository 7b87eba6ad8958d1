import { createAuth, defaultSettings } from '@gatehouse/auth-core'
import { createMemoryPorts } from '@gatehouse/auth-core/testing'
import type { ExpectedRealm, KeycloakOperator, RealmUser } from '@gatehouse/keycloak'
import { describe, expect, it } from '@jest/globals'
import { fakeOperator, realmUser } from '../../test-support/fake-operator.ts'
import { checkPeople } from './check-people.ts'
import type { Finding } from './finding.ts'

const realm: ExpectedRealm = {
  kind: 'ours',
  realm: 'acme',
  name: 'Acme',
  reservation: 'r',
  secrets: { login: '', admin: '' },
}

/** An organization with one account on record, and whatever is said to be in its realm. */
async function openDeployment() {
  const ports = createMemoryPorts()
  const person = { username: 'ada', email: 'ada@example.com', password: 'correct horse' }
  const names = { firstName: 'Ada', lastName: 'Lovelace', companyName: 'Acme' }
  const from = { network: '', client: 'cli', userAgent: '', requestId: '' } as const
  const signUp = { ...person, ...names, organizationName: 'acme' }
  const receivedAt = ports.clock.now()
  await createAuth(ports, defaultSettings).signUp({ ...signUp, from: { ...from, receivedAt } })
  const readAccount = () => ports.store.transaction((tx) => tx.accounts.findByUsername('ada'))
  const { credentialId = '' } = (await readAccount()) ?? {}

  async function check(users: readonly RealmUser[], changes: Partial<KeycloakOperator> = {}) {
    const operator = fakeOperator({
      async *listUsers() {
        yield users
      },
      listHolders: async (_, role) => new Set(role === 'company_admin' ? [credentialId] : []),
      ...changes,
    })
    const tally = { organizations: 0, accounts: 0, notes: [] }
    const found: Finding[] = []
    const deployment = { keycloak: { operator }, ports }
    for await (const finding of checkPeople(deployment, realm, tally)) found.push(finding)
    return found
  }
  return { check, credentialId, readAccount }
}

describe('the people of a realm', () => {
  it('are those on record', async () => {
    const { check, credentialId } = await openDeployment()
    expect(await check([realmUser({ id: credentialId })])).toEqual([])
  })

  it('are found whom nobody knows', async () => {
    const { check, credentialId } = await openDeployment()
    const stranger = realmUser({ id: 'user-2', username: 'eve' })
    expect(await check([realmUser({ id: credentialId }), stranger])).toMatchObject([
      { code: 'user_unknown', about: 'eve' },
    ])
  })

  it('are made again, and the account knows them then', async () => {
    const { check, readAccount } = await openDeployment()
    const [missing] = await check([], { addUser: async () => 'made again' })
    expect(missing).toMatchObject({ code: 'user_missing', about: 'ada' })
    await missing?.repair?.()
    expect(await readAccount()).toMatchObject({ credentialId: 'made again' })
    expect(await check([realmUser({ id: 'made again' })])).toMatchObject([{ code: 'user_role' }])
  })

  it('are taken over when a repair was killed after making them', async () => {
    const { check, readAccount } = await openDeployment()
    const madeByTheDead = realmUser({ id: 'made by the dead' })
    const [replaced, ...others] = await check([madeByTheDead])
    expect(replaced).toMatchObject({ code: 'user_replaced' })
    expect(others).toEqual([])
    await replaced?.repair?.()
    expect(await readAccount()).toMatchObject({ credentialId: 'made by the dead' })
  })

  it('are never taken over when they have a password: it is somebody else’s', async () => {
    const { check } = await openDeployment()
    const hasCredentials = async () => true
    const [replaced] = await check([realmUser({ id: 'an intruder' })], { hasCredentials })
    expect(replaced).toMatchObject({ code: 'user_replaced' })
    expect(replaced?.repair).toBeUndefined()
  })
})
