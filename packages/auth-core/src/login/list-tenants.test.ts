import { describe, expect, it } from '@jest/globals'
import { createStage, outcomeOf, type Stage } from '../../testing/stage.ts'

describe('listing the tenants of a session token', () => {
  it('names those that the login proved, and no other', async () => {
    const { stage, sessionToken } = await choosing()
    await stage.signUp({ organizationName: 'Initech', password: 'battery staple' })
    const { offered } = outcomeOf('tenants', await list(stage, sessionToken))
    expect(offered.map(({ tenant }) => tenant.id)).toEqual(['acme', 'globex'])
  })

  it('leaves out what can no longer be entered', async () => {
    const { stage, sessionToken } = await choosing()
    await stage.changeTenant('acme', { standing: 'disabled' })
    const { offered } = outcomeOf('tenants', await list(stage, sessionToken))
    expect(offered.map(({ tenant }) => tenant.id)).toEqual(['globex'])
  })

  it('T-14: names nothing once nothing holds any more', async () => {
    const { stage, sessionToken } = await choosing()
    for (const id of ['acme', 'globex']) await stage.changeTenant(id, { standing: 'disabled' })
    expect(await list(stage, sessionToken)).toMatchObject({ refusal: 'session_token_invalid' })
  })

  it('T-04: takes neither an access token nor anything made up', async () => {
    const { stage, sessionToken } = await choosing()
    const entered = await stage.auth.selectTenant({
      sessionToken,
      tenantId: 'acme',
      from: stage.from(),
    })
    const { token } = outcomeOf('authenticated', entered)
    for (const wrong of ['', 'a.b.c', token]) {
      expect(await list(stage, wrong)).toEqual({
        kind: 'refused',
        refusal: 'session_token_invalid',
      })
    }
  })

  it('ends with the token', async () => {
    const { stage, sessionToken } = await choosing()
    stage.ports.clock.advance(stage.settings.sessionTokenSeconds)
    expect(await list(stage, sessionToken)).toMatchObject({ refusal: 'session_token_invalid' })
  })

  it('is limited for one network', async () => {
    const stage = createStage()
    for (let asked = 0; asked < 600; asked += 1) await list(stage, '')
    expect(await list(stage, '')).toMatchObject({ refusal: 'rate_limited' })
  })
})

async function choosing() {
  const stage = createStage()
  const ada = await stage.signUp()
  await stage.signUp({ organizationName: 'Globex' })
  const { sessionToken } = outcomeOf('tenant_selection_required', await stage.logIn(ada))
  return { stage, sessionToken }
}

function list(stage: Stage, sessionToken: string) {
  return stage.auth.listTenants({ sessionToken, from: stage.from() })
}
