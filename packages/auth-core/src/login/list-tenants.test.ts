import { describe, expect, it } from '@jest/globals'
import {
  createTestEnvironment,
  outcomeOf,
  type TestEnvironment,
} from '../../testing/test-environment.ts'

describe('listing the tenants of a session token', () => {
  it('names those that the login proved, and no other', async () => {
    const { environment, sessionToken } = await choosing()
    await environment.signUp({ organizationName: 'Initech', password: 'battery staple' })
    const { offered } = outcomeOf('tenants', await list(environment, sessionToken))
    expect(offered.map(({ tenant }) => tenant.id)).toEqual(['acme', 'globex'])
  })

  it('leaves out what can no longer be entered', async () => {
    const { environment, sessionToken } = await choosing()
    await environment.changeTenant('acme', { status: 'disabled' })
    const { offered } = outcomeOf('tenants', await list(environment, sessionToken))
    expect(offered.map(({ tenant }) => tenant.id)).toEqual(['globex'])
  })

  it('T-14: names nothing once nothing holds any more', async () => {
    const { environment, sessionToken } = await choosing()
    for (const id of ['acme', 'globex']) await environment.changeTenant(id, { status: 'disabled' })
    expect(await list(environment, sessionToken)).toMatchObject({
      refusal: 'session_token_invalid',
    })
  })

  it('T-04: takes neither an access token nor anything made up', async () => {
    const { environment, sessionToken } = await choosing()
    const entered = await environment.auth.selectTenant({
      sessionToken,
      tenantId: 'acme',
      from: environment.from(),
    })
    const { token } = outcomeOf('authenticated', entered)
    for (const wrong of ['', 'a.b.c', token]) {
      expect(await list(environment, wrong)).toEqual({
        kind: 'refused',
        refusal: 'session_token_invalid',
      })
    }
  })

  it('ends with the token', async () => {
    const { environment, sessionToken } = await choosing()
    environment.ports.clock.advance(environment.settings.sessionTokenSeconds)
    expect(await list(environment, sessionToken)).toMatchObject({
      refusal: 'session_token_invalid',
    })
  })

  it('is limited for one network', async () => {
    const environment = createTestEnvironment()
    for (let asked = 0; asked < 600; asked += 1) await list(environment, '')
    expect(await list(environment, '')).toMatchObject({ refusal: 'rate_limited' })
  })
})

async function choosing() {
  const environment = createTestEnvironment()
  const ada = await environment.signUp()
  await environment.signUp({ organizationName: 'Globex' })
  const { sessionToken } = outcomeOf('tenant_selection_required', await environment.logIn(ada))
  return { environment, sessionToken }
}

function list(environment: TestEnvironment, sessionToken: string) {
  return environment.auth.listTenants({ sessionToken, from: environment.from() })
}
