import type { Check } from '../check.ts'
import {
  expectAnswer,
  expectProblem,
  expectRefusal,
  expectSame,
  expectThat,
} from '../expect/expect.ts'
import { expectTenants, expectTokenAnswer, tenantEntry, userObject } from '../expect/shapes.ts'
import type { Answer, Json } from '../target/answer.ts'
import type { ClientType } from '../target/client.ts'
import { drawPassword } from '../world/people.ts'
import type { World } from '../world/world.ts'

const about = { edition: '1.1.0', section: 'POST /api/auth/login' } as const

/** Logging in with a password. */
export const loginChecks: readonly Check[] = [
  {
    ...{ ...about, id: 'login.scenario-a', level: 'interface' },
    says: 'A login into one organization without a code answers with the whole of scenario A, whatever the client.',
    async run(world) {
      for (const client of ['cli', 'vscode', 'ui'] as const) {
        expectTokenAnswer(await logIn(world, 'single', client))
      }
    },
  },
  {
    ...{ ...about, id: 'login.tenants', level: 'interface' },
    says: '`available_tenants` has the one organization, as the `user` object has it.',
    async run(world) {
      const { user, tenants } = await world.session('single')
      expectThat(tenants.length === 1, 'one entry in `available_tenants`', `${tenants.length}`)
      const { id: user_id, username, tenant_id, tenant_name } = user
      const [{ ...entry } = {}] = tenants
      const own = [tenant_id, tenant_name, username, user_id]
      const listed = [entry.tenant_id, entry.tenant_name, entry.username, entry.user_id]
      expectSame(own, listed, 'an entry with the fields of the `user` object')
    },
  },
  {
    ...{ ...about, id: 'login.wrong-password', level: 'interface' },
    says: 'A wrong password is refused.',
    async run(world) {
      expectRefusal(await wrongly(world), 'a wrong password')
    },
  },
  {
    ...{ ...about, id: 'login.scenario-c', level: 'interface' },
    says: 'Somebody with one password in several organizations gets a choice and no token: scenario C.',
    async run(world) {
      const answer = await logIn(world, 'several')
      const body = expectAnswer(answer, 200, {
        requires_tenant_selection: 'true',
        tenants: 'array of object',
        session_token: 'string that is not empty',
      })
      const count = expectTenants(body, 'tenants', answer.request).length
      expectThat(count > 1, 'more than one entry in `tenants`', `${count}`)
      expectThat(!('token' in body), 'no `token` before the choice', 'one')
    },
  },
  {
    ...{ ...about, id: 'login.invalid-credentials', level: 'gatehouse' },
    says: 'A wrong password is 401 `invalid_credentials`.',
    async run(world) {
      expectProblem(await wrongly(world), 401, 'invalid_credentials')
    },
  },
  {
    ...{ ...about, id: 'login.no-enumeration', level: 'gatehouse' },
    says: 'An unknown email is answered as a wrong password is, in status, body and headers.',
    async run(world) {
      const known = await wrongly(world)
      const { tag, domain } = world.naming
      const email = `conformance-nobody-${tag}@${domain}`
      const unknown = await world.client.post('/api/auth/login', {
        email,
        password: drawPassword(),
      })
      expectAlike(known, unknown, 'a known email and an unknown one')
    },
  },
  {
    ...{ ...about, id: 'login.fields-alone', level: 'gatehouse' },
    says: 'The answer, the `user` object and the entries have the fields of the tables and no other.',
    async run(world) {
      const answer = await logIn(world, 'single')
      const { user, tenants } = expectTokenAnswer(answer)
      expectNames(answer.body, tokenAnswer, 'scenario A')
      expectNames(user, Object.keys(userObject), 'the `user` object')
      for (const each of tenants) expectNames(each, Object.keys(tenantEntry), 'a tenant entry')
    },
  },
  {
    ...{ ...about, id: 'login.required', level: 'gatehouse' },
    says: 'Both fields are needed, and are strings: 400 `validation_failed`.',
    async run({ client, naming }) {
      const email = `conformance-nobody-${naming.tag}@${naming.domain}`
      for (const body of [{ email }, { password: 'any' }, { email, password: 5 }, {}]) {
        expectProblem(await client.post('/api/auth/login', body), 400, 'validation_failed')
      }
    },
  },
  {
    ...{ ...about, id: 'login.offers-proven', level: 'gatehouse' },
    section: 'Logging in: three scenarios',
    says: 'Only organizations whose password was the one just sent are offered.',
    async run(world) {
      const { signUp, tenantId } = await world.person('planted')
      await world.person('first')
      const { email, password } = signUp
      const answer = await world.client.post('/api/auth/login', { email, password })
      const { tenants } = expectTokenAnswer(answer)
      const ids = tenants.map(({ tenant_id }) => tenant_id)
      const isProven = ids.length === 1 && ids[0] === tenantId
      expectThat(isProven, 'the one organization with this password', `${ids.length} organizations`)
    },
  },
  {
    ...{ ...about, id: 'login.client-type', level: 'gatehouse' },
    section: 'Client types',
    says: '`X-Gatehouse-Client` says which client type a request was taken for.',
    async run({ client, agents }) {
      for (const type of ['cli', 'vscode', 'ui'] as const) {
        const { headers } = await client.post('/api/auth/login', {}, { client: type })
        const named = headers.get('x-gatehouse-client') ?? 'no such header'
        const expected = `\`X-Gatehouse-Client: ${type}\` for \`${agents[type]}\``
        expectThat(named === type, expected, `\`${named}\``)
      }
      const body = { client: 'cli', headers: { origin: 'https://other.example' } } as const
      const { headers } = await client.post('/api/auth/login', {}, body)
      const isBrowser = headers.get('x-gatehouse-client') === 'ui'
      expectThat(isBrowser, '`ui` for whatever has an `Origin`', 'another client type')
    },
  },
]

const tokenAnswer = ['token', 'user', 'expires_in', 'session_token', 'available_tenants']

function expectNames(value: Json, names: readonly string[], what: string): void {
  const others = Object.keys(value).filter((name) => !names.includes(name))
  expectThat(others.length === 0, `no field in ${what} that is not listed`, `\`${others.join()}\``)
}

/** A login of an account, whatever comes of it. */
async function logIn(
  world: World,
  role: 'single' | 'several',
  client: ClientType = 'cli',
): Promise<Answer> {
  const { email, password } = await world.account(role)
  return world.client.post('/api/auth/login', { email, password }, { client })
}

async function wrongly(world: World): Promise<Answer> {
  const { email } = await world.account('single')
  return world.client.post('/api/auth/login', { email, password: drawPassword() })
}

/**
 * Two answers that tell nothing apart: the same status, the same body but for what names the request, the same headers by
 * name.
 *
 * @throws {Deviation} For the first difference.
 */
export function expectAlike(one: Answer, other: Answer, what: string): void {
  const same = `${one.request} to answer ${what} alike`
  const statuses = `${one.status} and ${other.status}`
  expectThat(one.status === other.status, same, statuses)
  const [body, otherBody] = [one, other].map((answer) => ({ ...answer.body, request_id: '' }))
  const differs = Object.keys({ ...body, ...otherBody }).find(
    (name) => JSON.stringify(body?.[name as never]) !== JSON.stringify(otherBody?.[name as never]),
  )
  expectThat(differs === undefined, same, `bodies that differ in \`${differs}\``)
  const [names, otherNames] = [one, other].map(({ headers }) => [...headers.keys()].join())
  expectThat(names === otherNames, same, 'answers with different headers')
}
