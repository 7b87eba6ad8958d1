import { describe, expect, it } from '@jest/globals'
import {
  createTestEnvironment,
  outcomeOf,
  type TestEnvironment,
} from '../../testing/test-environment.ts'
import type { Role } from '../records/account.ts'

const forbidden = { kind: 'refused', refusal: 'forbidden' }

describe('T-40: an organization that is named', () => {
  it.each<readonly [Role]>([['user'], ['company_admin']])(
    'is no business of a %s of another, whether it exists or not',
    async (role) => {
      const { read } = await actingAs(role)
      expect(await read('globex')).toEqual(forbidden)
      expect(await read('nowhere')).toEqual(forbidden)
      expect(await read('acme')).toMatchObject({ kind: 'organization', tenant: { id: 'acme' } })
    },
  )

  it('is open to a super_admin, if it exists', async () => {
    const { read, environment } = await actingAs('super_admin')
    expect(await read('globex')).toMatchObject({ kind: 'organization', tenant: { id: 'globex' } })
    expect(await read('nowhere')).toEqual({ kind: 'refused', refusal: 'not_found' })
    await environment.changeTenant('globex', { status: 'reserved' })
    expect(await read('globex')).toEqual({ kind: 'refused', refusal: 'not_found' })
  })

  it('is open to nobody whose session was logged out, or whose account is disabled', async () => {
    const { read, environment, ada, token } = await actingAs('super_admin')
    await environment.changeAccount(ada.accountId, { status: 'disabled' })
    expect(await read('globex')).toEqual(forbidden)
    await environment.changeAccount(ada.accountId, { status: 'active' })
    await environment.auth.logOut({ token, from: environment.from() })
    expect(await read('globex')).toEqual({ kind: 'refused', refusal: 'session_ended' })
  })
})

async function actingAs(role: Role) {
  const environment: TestEnvironment = createTestEnvironment()
  const ada = await environment.signUp()
  await environment.signUp({
    username: 'bob',
    email: 'bob@example.com',
    organizationName: 'globex',
  })
  await environment.changeAccount(ada.accountId, { role })
  const { token } = outcomeOf('authenticated', await environment.logIn(ada, { client: 'cli' }))
  const read = (tenantId?: string) =>
    environment.auth.readOrganization({ token, tenantId, from: environment.from() })
  return { environment, ada, token, read }
}
