import { describe, expect, it } from '@jest/globals'
import { createTestEnvironment, outcomeOf } from '../../testing/test-environment.ts'
import { isImported } from '../records/tenant.ts'
import { importOrganization, type OrganizationImport } from './import-organization.ts'

const acme: OrganizationImport = { realm: 'acme', name: 'Acme Ltd', dryRun: false }

describe('importing an organization', () => {
  it('puts it on record as one whose realm is not ours', async () => {
    const environment = createTestEnvironment({ settings: { otpDefault: true } })
    const done = await importOrganization(environment.ports, environment.settings, acme)
    const { tenant, isNew } = outcomeOf('organization_imported', done)
    expect(isNew).toBe(true)
    expect(tenant).toMatchObject({ id: 'acme', name: 'Acme Ltd', otpEnabled: true })
    expect(isImported(tenant)).toBe(true)
    const stored = await environment.ports.store.transaction((tx) => tx.tenants.find('acme'))
    expect(stored).toEqual(tenant)
    expect(await environment.audit('organization_imported')).toHaveLength(1)
  })

  it('gives the same again when it is repeated', async () => {
    const environment = createTestEnvironment()
    const import_ = () => importOrganization(environment.ports, environment.settings, acme)
    const first = outcomeOf('organization_imported', await import_())
    const second = outcomeOf('organization_imported', await import_())
    expect(second).toEqual({ ...first, isNew: false })
    expect(await environment.audit('organization_imported')).toHaveLength(1)
  })

  it('takes over the reservation of a realm that a sign-up made', async () => {
    const { ports, settings } = createTestEnvironment()
    const done = await importOrganization(ports, settings, { ...acme, reservation: 'r-1' })
    const { tenant } = outcomeOf('organization_imported', done)
    expect(tenant.reservation).toBe('r-1')
    expect(isImported(tenant)).toBe(false)
  })

  it('leaves an organization alone that signed up', async () => {
    const environment = createTestEnvironment()
    await environment.signUp()
    const done = await importOrganization(environment.ports, environment.settings, acme)
    const { tenant } = outcomeOf('organization_imported', done)
    expect(isImported(tenant)).toBe(false)
  })

  it('does not join a sign-up that is under way', async () => {
    const environment = createTestEnvironment()
    await environment.signUp()
    await environment.changeTenant('acme', { status: 'reserved' })
    expect(await importOrganization(environment.ports, environment.settings, acme)).toMatchObject({
      refusal: 'organization_taken',
    })
  })

  it('writes nothing in a dry run', async () => {
    const { ports, settings } = createTestEnvironment()
    const dryRun = await importOrganization(ports, settings, { ...acme, dryRun: true })
    expect(dryRun).toMatchObject({ isNew: true })
    expect(await ports.store.transaction((tx) => tx.tenants.find('acme'))).toBeUndefined()
  })

  it.each(['Acme', 'a b', 'master', '-acme', 'a'.repeat(64), 'acme_1', ''])(
    'T-25: refuses a realm of the name %j, which no organization has',
    async (realm) => {
      const { ports, settings } = createTestEnvironment()
      const done = await importOrganization(ports, settings, { ...acme, realm })
      expect(done).toMatchObject({ kind: 'invalid', errors: [{ field: 'realm' }] })
    },
  )

  it.each(['', 'www.example.com', 'a\nb'])(
    'is called as its realm when %j is no name',
    async (name) => {
      const { ports, settings } = createTestEnvironment()
      const done = await importOrganization(ports, settings, { ...acme, name })
      expect(done).toMatchObject({ tenant: { name: 'acme' } })
    },
  )
})
