import { describe, expect, it } from '@jest/globals'
import { death, deathsWithin, dyingPorts } from '../../test-support/dying-ports.ts'
import { down } from '../../testing/index.ts'
import {
  createTestEnvironment,
  outcomeOf,
  type TestEnvironment,
} from '../../testing/test-environment.ts'
import { reservationSeconds } from '../registration/reservation.ts'
import { undoReservedSignUps } from '../registration/undo-reserved-sign-ups.ts'
import { type CreateAccountCommand, createAccount } from './create-account.ts'

const grace: CreateAccountCommand = {
  username: 'Grace',
  email: 'Grace@Example.com',
  emailVerified: true,
  password: 'nanoseconds of wire',
  firstName: 'Grace',
  lastName: 'Hopper',
  role: 'super_admin',
  organization: 'acme',
  companyName: null,
}

describe('an account that the operator makes', () => {
  it('joins an organization that exists, with the role that is said', async () => {
    const environment = await withAcme()
    const { account } = outcomeOf('account_created', await make(environment))
    expect(account).toMatchObject({
      username: 'grace',
      tenantId: 'acme',
      emailVerified: true,
      role: 'super_admin',
      status: 'active',
    })
    expect(await environment.logIn(grace)).toMatchObject({ kind: 'authenticated' })
    expect(await environment.audit('account_created')).toMatchObject([
      { accountId: account.id, tenantId: 'acme', detail: { role: 'super_admin' } },
    ])
  })

  it('makes a new organization', async () => {
    const environment = createTestEnvironment()
    const command = { organization: 'Navy', companyName: 'US Navy', role: 'company_admin' } as const
    const { tenant } = outcomeOf('account_created', await make(environment, command))
    expect(tenant).toMatchObject({ id: 'navy', name: 'US Navy', status: 'active' })
    expect(await environment.logIn(grace)).toMatchObject({ kind: 'authenticated' })
  })

  it('is unconfirmed unless the operator knows the address', async () => {
    const environment = await withAcme()
    const made = await make(environment, { emailVerified: false })
    expect(made).toMatchObject({ account: { emailVerified: false, status: 'active' } })
  })

  it('never stands in the audit log with its password', async () => {
    const environment = await withAcme()
    await make(environment)
    expect(JSON.stringify(await environment.audit('account_created'))).not.toContain(grace.password)
  })
})

describe('no account is made', () => {
  it.each<[string, Partial<CreateAccountCommand>]>([
    ['not_found', { organization: 'nowhere' }],
    ['username_taken', { username: 'ada-acme' }],
    ['already_member', { email: 'ADA@example.com' }],
    ['organization_taken', { companyName: 'Another Acme' }],
  ])('%s', async (refusal, changes) => {
    const environment = await withAcme()
    expect(await make(environment, changes)).toMatchObject({ kind: 'refused', refusal })
    expect(await environment.audit('account_created')).toEqual([])
  })

  it('that breaks a rule', async () => {
    const environment = await withAcme()
    const made = await make(environment, { password: 'short', firstName: '' })
    expect(made).toMatchObject({ errors: [{ field: 'password' }, { field: 'firstName' }] })
  })

  it('in a disabled organization', async () => {
    const environment = await withAcme()
    await environment.changeTenant('acme', { status: 'disabled' })
    expect(await make(environment)).toMatchObject({ refusal: 'not_found' })
  })

  it('over a user of the realm who has none, and that user stays', async () => {
    const environment = await withAcme()
    const { credentialStore } = environment.ports
    const user = { ...grace, username: 'grace' }
    const { credentialId = '' } = (await credentialStore.addUser('acme', user, [])) ?? {}
    expect(await make(environment)).toMatchObject({ refusal: 'username_taken' })
    const known = { tenantId: 'acme', username: 'grace', credentialId }
    expect(await credentialStore.checkPassword(known, grace.password)).toMatchObject({
      accepted: true,
    })
  })
})

describe('after a failure', () => {
  it.each([null, 'US Navy'])(
    'of the credential store nothing is left (new: %p)',
    async (companyName) => {
      const environment = await withAcme()
      const command = { companyName, organization: companyName ? 'Navy' : 'acme' }
      const { credentialStore } = environment.ports
      const away = down('credential_store')
      const broken = environment.with({
        ports: { credentialStore: { ...credentialStore, addUser: away, createTenant: away } },
      })
      await expect(make(broken, command)).rejects.toMatchObject({ port: 'credential_store' })
      expect(await make(environment, command)).toMatchObject({ kind: 'account_created' })
    },
  )

  it.each(deathsWithin(5))('a kill at call $atCall ($effect) delays it alone', async (when) => {
    const environment = await withAcme()
    const dying = environment.with({ ports: dyingPorts(environment.ports, when) })
    const made = await make(dying).catch((error) => expect(error).toBe(death))
    environment.ports.clock.advance(reservationSeconds + 1)
    if (made && made.kind === 'account_created') return
    const again = await make(environment)
    const isThere = again.kind === 'refused' && again.refusal === 'already_member'
    expect(isThere || again.kind === 'account_created').toBe(true)
    expect(await environment.logIn(grace)).toMatchObject({ kind: 'authenticated' })
  })

  it.each(deathsWithin(4))(
    'a kill at call $atCall ($effect) is undone for a new organization',
    async (when) => {
      const environment = createTestEnvironment()
      const command = { organization: 'Navy', companyName: 'US Navy' }
      const dying = environment.with({ ports: dyingPorts(environment.ports, when) })
      await make(dying, command).catch((error) => expect(error).toBe(death))
      environment.ports.clock.advance(reservationSeconds + 1)
      const reservedBefore = environment.ports.clock.now()
      await undoReservedSignUps(environment.ports, { reservedBefore })
      await make(environment, command)
      expect(await environment.logIn(grace)).toMatchObject({ kind: 'authenticated' })
    },
  )
})

async function withAcme(): Promise<TestEnvironment> {
  const environment = createTestEnvironment()
  await environment.signUp()
  return environment
}

function make({ ports, settings }: TestEnvironment, changes: Partial<CreateAccountCommand> = {}) {
  return createAccount(ports, settings, { ...grace, ...changes })
}
