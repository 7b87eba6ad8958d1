import type { Check } from '../check.ts'
import { expectProblem, expectRefusal, expectThat } from '../expect/expect.ts'
import { expectTokenAnswer } from '../expect/shapes.ts'
import { isObject } from '../target/answer.ts'
import { prepare, type World } from '../world/world.ts'

const path = '/api/auth/select-tenant'
const about = { edition: '1.1.0', section: 'POST /api/auth/select-tenant' } as const

/** Choosing an organization, and switching to another. */
export const selectTenantChecks: readonly Check[] = [
  {
    ...{ ...about, id: 'select-tenant.token', level: 'interface' },
    says: 'A session token and one of the offered organizations are exchanged for the whole of scenario A, in that one.',
    async run(world) {
      const { sessionToken, tenants } = await choice(world)
      const [, tenant_id = ''] = tenants
      const answer = await world.client.post(path, { session_token: sessionToken, tenant_id })
      const { user } = expectTokenAnswer(answer)
      expectThat(user.tenant_id === tenant_id, 'a user in the chosen organization', 'another one')
    },
  },
  {
    ...{ ...about, id: 'select-tenant.switch', level: 'interface' },
    says: 'The session token of a complete login switches to another organization.',
    async run(world) {
      const { sessionToken, tenants } = await choice(world)
      const [first = '', second = ''] = tenants
      const select = async (session_token: string, tenant_id: string) =>
        expectTokenAnswer(await world.client.post(path, { session_token, tenant_id }))
      const entered = await select(sessionToken, first)
      const switched = await select(entered.sessionToken, second)
      const isThere = switched.user.tenant_id === second
      expectThat(isThere, 'a user in the organization that was switched to', 'another one')
    },
  },
  {
    ...{ ...about, id: 'select-tenant.not-offered', level: 'interface' },
    says: 'An organization that was not offered is refused.',
    async run(world) {
      expectRefusal(await elsewhere(world), 'an organization that was not offered')
    },
  },
  {
    ...{ ...about, id: 'select-tenant.unknown-token', level: 'interface' },
    says: 'A text that is no session token is refused.',
    async run(world) {
      const { user } = await world.session('single')
      const body = { session_token: 'no.token.really', tenant_id: user.tenant_id }
      expectRefusal(await world.client.post(path, body), 'a text that is no session token')
    },
  },
  {
    ...{ ...about, id: 'select-tenant.tenant-not-offered', level: 'gatehouse' },
    says: 'An organization that was not offered is 403 `tenant_not_offered`.',
    async run(world) {
      expectProblem(await elsewhere(world), 403, 'tenant_not_offered')
    },
  },
  {
    ...{ ...about, id: 'select-tenant.access-token', level: 'gatehouse', section: 'Tokens' },
    says: 'An access token is no session token, nor the reverse.',
    async run(world) {
      const { token, sessionToken, user } = await world.session('single')
      const body = { session_token: token, tenant_id: user.tenant_id }
      expectProblem(await world.client.post(path, body), 401, 'session_token_invalid')
      const refreshed = await world.client.post('/api/auth/refresh', { token: sessionToken })
      expectProblem(refreshed, 401, 'token_invalid')
    },
  },
  {
    ...{ ...about, id: 'select-tenant.tenants', level: 'gatehouse', edition: '1.2.0' },
    section: 'POST /api/auth/tenants',
    says: 'A workspace picker learns from the session token alone what there is to choose from.',
    async run(world) {
      const { sessionToken, tenants } = await choice(world)
      const answer = await world.client.post('/api/auth/tenants', { session_token: sessionToken })
      const listed = Array.isArray(answer.body.tenants) ? answer.body.tenants.filter(isObject) : []
      const ids = listed.map(({ tenant_id }) => tenant_id)
      const isSame = ids.toSorted().join() === tenants.toSorted().join()
      expectThat(isSame, 'the organizations that the login offered', `${ids.length} others`)
    },
  },
]

/** A login with a choice: the session token, and the organizations by id. */
function choice(world: World) {
  return world.once('a choice', async () => {
    const { email, password } = await world.account('several')
    const { body } = await world.client.post('/api/auth/login', { email, password })
    return prepare('the login before it', async () => {
      const isChoice = typeof body.session_token === 'string' && Array.isArray(body.tenants)
      expectThat(isChoice, 'a choice of organizations', 'none')
      const tenants = (body.tenants as unknown[]).filter(isObject)
      return {
        sessionToken: String(body.session_token),
        tenants: tenants.map(({ tenant_id }) => String(tenant_id)),
      }
    })
  })
}

async function elsewhere(world: World) {
  const { sessionToken } = await world.session('single')
  const stranger = await world.person('planted')
  const body = { session_token: sessionToken, tenant_id: stranger.tenantId }
  return world.client.post(path, body)
}
