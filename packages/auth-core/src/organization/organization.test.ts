import { describe, expect, it } from '@jest/globals'
import {
  createTestEnvironment,
  outcomeOf,
  type TestEnvironment,
} from '../../testing/test-environment.ts'
import type { Role } from '../records/account.ts'

const forbidden = { kind: 'refused', refusal: 'forbidden' }

describe('the settings of an organization', () => {
  it('are read by who administers it', async () => {
    const { environment, token } = await administering()
    expect(await read(environment, token)).toMatchObject({
      kind: 'organization',
      tenant: { id: 'acme', name: 'Acme Ltd', otpEnabled: false },
    })
  })

  it('are changed by who administers it, and hold from the next login on', async () => {
    const { environment, ada, token } = await administering()
    expect(await change(environment, token, true)).toMatchObject({
      kind: 'organization',
      tenant: { id: 'acme', otpEnabled: true },
    })
    expect(await environment.logIn(ada)).toMatchObject({ kind: 'otp_required' })
    await change(environment, token, false)
    expect(await environment.logIn(ada)).toMatchObject({ kind: 'authenticated' })
  })

  it('stay as they are when nothing is said of them', async () => {
    const { environment, token } = await administering()
    await change(environment, token, true)
    expect(await change(environment, token)).toMatchObject({ tenant: { otpEnabled: true } })
    expect(await read(environment, token)).toMatchObject({ tenant: { otpEnabled: true } })
  })

  it('are those of the own organization alone', async () => {
    const { environment, token } = await administering()
    const grace = await environment.signUp({
      organizationName: 'Globex',
      email: 'grace@example.com',
    })
    await change(environment, token, true)
    expect(await environment.logIn(grace)).toMatchObject({ kind: 'authenticated' })
  })

  it('T-104: are limited by network, read and changed together', async () => {
    const { environment, token } = await administering()
    for (let asked = 0; asked < 300; asked += 1) {
      await read(environment, token)
      await change(environment, token)
    }
    const rateLimited = { kind: 'refused', refusal: 'rate_limited', retryAfter: 60 }
    expect(await read(environment, token)).toEqual(rateLimited)
    expect(await change(environment, token)).toEqual(rateLimited)
  })

  it('are on record when they change', async () => {
    const { environment, ada, token } = await administering()
    await read(environment, token)
    await change(environment, token, true)
    expect(await environment.audit('organization_changed')).toMatchObject([
      { accountId: ada.accountId, tenantId: 'acme', detail: { otp_enabled: 'true' } },
    ])
  })
})

describe('who may change them', () => {
  it.each([
    ['company_admin', true],
    ['super_admin', true],
    ['user', false],
  ] as const)('as %s: %s', async (role, may) => {
    const { environment, ada, token } = await administering()
    await environment.changeAccount(ada.accountId, { role })
    const expected = may ? { kind: 'organization' } : forbidden
    expect(await read(environment, token)).toMatchObject({ kind: 'organization' })
    expect(await change(environment, token, true)).toMatchObject(expected)
    expect(await tenantOf(environment)).toMatchObject({ otpEnabled: may })
    expect(await environment.audit('organization_changed')).toHaveLength(may ? 1 : 0)
  })

  it('T-40: is who administers it now, not who did when the token was issued', async () => {
    const { environment, ada, token } = await administering('user')
    expect(await change(environment, token, true)).toEqual(forbidden)
    await environment.changeAccount(ada.accountId, { role: 'company_admin' })
    expect(await change(environment, token, true)).toMatchObject({ kind: 'organization' })
  })

  it.each([
    [
      'account',
      (environment: TestEnvironment, id: string) =>
        environment.changeAccount(id, { status: 'disabled' }),
    ],
    [
      'tenant',
      (environment: TestEnvironment) => environment.changeTenant('acme', { status: 'disabled' }),
    ],
  ])('is nobody whose %s is disabled', async (_, disable) => {
    const { environment, ada, token } = await administering()
    await disable(environment, ada.accountId)
    expect(await read(environment, token)).toEqual(forbidden)
    expect(await change(environment, token, true)).toEqual(forbidden)
  })

  it('is nobody without a good token', async () => {
    const { environment, token } = await administering()
    expect(await read(environment, 'made up')).toMatchObject({ refusal: 'token_invalid' })
    expect(await change(environment, 'made up', true)).toMatchObject({ refusal: 'token_invalid' })
    environment.ports.clock.advance(86_400)
    expect(await read(environment, token)).toMatchObject({ refusal: 'token_expired' })
    expect(await change(environment, token, true)).toMatchObject({ refusal: 'token_expired' })
  })
})

async function administering(role: Role = 'company_admin') {
  const environment = createTestEnvironment()
  const ada = await environment.signUp()
  await environment.changeAccount(ada.accountId, { role })
  const { token } = outcomeOf('authenticated', await environment.logIn(ada, { client: 'cli' }))
  return { environment, ada, token }
}

function read({ auth, from }: TestEnvironment, token: string) {
  return auth.readOrganization({ token, from: from() })
}

function change({ auth, from }: TestEnvironment, token: string, otpEnabled?: boolean) {
  return auth.changeOrganization({ token, otpEnabled, from: from() })
}

function tenantOf({ ports }: TestEnvironment) {
  return ports.store.transaction((tx) => tx.tenants.find('acme'))
}
