import { describe, expect, it } from '@jest/globals'
import { createStage, outcomeOf, type Stage } from '../../testing/stage.ts'
import type { Role } from '../records/account.ts'

const forbidden = { kind: 'refused', refusal: 'forbidden' }

describe('the settings of an organization', () => {
  it('are read by who administers it', async () => {
    const { stage, token } = await administering()
    expect(await read(stage, token)).toMatchObject({
      kind: 'organization',
      tenant: { id: 'acme', name: 'Acme Ltd', otpEnabled: false },
    })
  })

  it('are changed by who administers it, and hold from the next login on', async () => {
    const { stage, ada, token } = await administering()
    expect(await change(stage, token, true)).toMatchObject({
      kind: 'organization',
      tenant: { id: 'acme', otpEnabled: true },
    })
    expect(await stage.logIn(ada)).toMatchObject({ kind: 'otp_required' })
    await change(stage, token, false)
    expect(await stage.logIn(ada)).toMatchObject({ kind: 'authenticated' })
  })

  it('stay as they are when nothing is said of them', async () => {
    const { stage, token } = await administering()
    await change(stage, token, true)
    expect(await change(stage, token)).toMatchObject({ tenant: { otpEnabled: true } })
    expect(await read(stage, token)).toMatchObject({ tenant: { otpEnabled: true } })
  })

  it('are those of the own organization alone', async () => {
    const { stage, token } = await administering()
    const grace = await stage.signUp({ organizationName: 'Globex', email: 'grace@example.com' })
    await change(stage, token, true)
    expect(await stage.logIn(grace)).toMatchObject({ kind: 'authenticated' })
  })

  it('are on record when they change', async () => {
    const { stage, ada, token } = await administering()
    await read(stage, token)
    await change(stage, token, true)
    expect(await stage.audit('organization_changed')).toMatchObject([
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
    const { stage, ada, token } = await administering()
    await stage.changeAccount(ada.accountId, { role })
    const expected = may ? { kind: 'organization' } : forbidden
    expect(await read(stage, token)).toMatchObject(expected)
    expect(await change(stage, token, true)).toMatchObject(expected)
    expect(await tenantOf(stage)).toMatchObject({ otpEnabled: may })
    expect(await stage.audit('organization_changed')).toHaveLength(may ? 1 : 0)
  })

  it('T-40: is who administers it now, not who did when the token was issued', async () => {
    const { stage, ada, token } = await administering('user')
    expect(await change(stage, token, true)).toEqual(forbidden)
    await stage.changeAccount(ada.accountId, { role: 'company_admin' })
    expect(await change(stage, token, true)).toMatchObject({ kind: 'organization' })
  })

  it.each([
    ['account', (stage: Stage, id: string) => stage.changeAccount(id, { standing: 'disabled' })],
    ['tenant', (stage: Stage) => stage.changeTenant('acme', { standing: 'disabled' })],
  ])('is nobody whose %s is disabled', async (_, disable) => {
    const { stage, ada, token } = await administering()
    await disable(stage, ada.accountId)
    expect(await read(stage, token)).toEqual(forbidden)
    expect(await change(stage, token, true)).toEqual(forbidden)
  })

  it('is nobody without a good token', async () => {
    const { stage, token } = await administering()
    expect(await read(stage, 'made up')).toMatchObject({ refusal: 'token_invalid' })
    expect(await change(stage, 'made up', true)).toMatchObject({ refusal: 'token_invalid' })
    stage.ports.clock.advance(86_400)
    expect(await read(stage, token)).toMatchObject({ refusal: 'token_expired' })
    expect(await change(stage, token, true)).toMatchObject({ refusal: 'token_expired' })
  })
})

async function administering(role: Role = 'company_admin') {
  const stage = createStage()
  const ada = await stage.signUp()
  await stage.changeAccount(ada.accountId, { role })
  const { token } = outcomeOf('authenticated', await stage.logIn(ada, { client: 'cli' }))
  return { stage, ada, token }
}

function read({ auth, from }: Stage, token: string) {
  return auth.readOrganization({ token, from: from() })
}

function change({ auth, from }: Stage, token: string, otpEnabled?: boolean) {
  return auth.changeOrganization({ token, otpEnabled, from: from() })
}

function tenantOf({ ports }: Stage) {
  return ports.store.transaction((tx) => tx.tenants.find('acme'))
}
