import { createMemoryPorts } from '@gatehouse/auth-core/testing'
import type { KeycloakOperator, RealmAccount, RealmView } from '@gatehouse/keycloak'
import { describe, expect, it } from '@jest/globals'
import { fakeOperator } from '../../test-support/fake-operator.ts'
import { checkOrphans } from './check-orphans.ts'
import type { Finding } from './finding.ts'

const ports = createMemoryPorts()
const hourMs = 3_600_000

/** A realm that is so old. */
function view(ageMs: number): RealmView {
  const accountSince = new Date(ports.clock.now().getTime() - ageMs)
  const nothing = { clients: [], roles: [], actions: [], accountRoles: [], accountScope: [] }
  return { settings: {}, ...nothing, accountSince }
}

async function check(changes: Partial<KeycloakOperator>, removeRealm?: string) {
  const nobody = { realm: 'gatehouse_nobody_1' } as RealmAccount
  const operator = fakeOperator({
    listMadeRealms: async () => ['acme', 'gatehouse_nobody_1'],
    readRealm: async () => view(2 * hourMs),
    ...changes,
  })
  const realmAccounts = { find: async () => nobody }
  const tally = { organizations: 0, accounts: 0, notes: [] as string[] }
  const keycloak = { clientId: 'gatehouse', operator, realmAccounts }
  const found: Finding[] = []
  const findings = checkOrphans({ keycloak, ports }, tally, { removeRealm })
  for await (const finding of findings) found.push(finding)
  return { found, notes: tally.notes }
}

describe('a realm without an organization', () => {
  it('is found, and is removed when nobody is in it', async () => {
    const removed: string[] = []
    const removeRealm = async (realm: string) => void removed.push(realm)
    const { found } = await check({ removeRealm })
    expect(found).toMatchObject([{ code: 'realm_orphan', where: 'acme' }])
    await found[0]?.repair?.()
    expect(removed).toEqual(['acme'])
  })

  it('is left alone for an hour, in which its sign-up may be under way', async () => {
    const young = await check({ readRealm: async () => view(hourMs - 1) })
    expect(young).toEqual({ found: [], notes: [expect.stringContaining('acme was made within')] })
    expect((await check({ readRealm: async () => view(hourMs) })).found).toHaveLength(1)
  })

  it('stays when people are in it, unless it is named', async () => {
    const countUsers = async () => 2
    const { found } = await check({ countUsers })
    expect(found[0]?.text).toContain('2 people are in it')
    expect(found[0]?.repair).toBeUndefined()
    expect((await check({ countUsers }, 'other')).found[0]?.repair).toBeUndefined()
    expect((await check({ countUsers }, 'acme')).found[0]?.repair).toBeDefined()
  })

  it('stays when somebody has come since', async () => {
    let people = 0
    const countUsers = async () => people
    const { found } = await check({ countUsers })
    people = 1
    await expect(found[0]?.repair?.()).rejects.toThrow('changed meanwhile')
  })
})
