import type { Check } from '../check.ts'
import { expectFields, expectProblem, expectThat } from '../expect/expect.ts'
import { describeAnswer } from '../target/answer.ts'
import { type Exchange, isAuthRoute } from '../target/client.ts'
import type { World } from '../world/world.ts'

const rules = { edition: '1.1.0', section: 'Ground rules', level: 'gatehouse' } as const
const errors = { edition: '1.1.0', section: 'Errors', level: 'gatehouse' } as const
const login = '/api/auth/login'

/** What holds for every route. The last ones look at every answer of the run, so they come last. */
export const answerChecks: readonly Check[] = [
  {
    ...{ ...errors, id: 'errors.not-found' },
    says: 'What is not there is 404 `not_found`, under the auth routes even with a token.',
    async run(world) {
      const { token } = await world.session('single')
      expectProblem(await world.client.post('/api/auth/no-such-route', {}), 404, 'not_found')
      const known = await world.client.call('GET', '/api/auth/no-such-route', { token })
      expectProblem(known, 404, 'not_found')
      expectProblem(await world.client.post(`${login}/`, {}), 404, 'not_found')
    },
  },
  {
    ...{ ...errors, id: 'errors.method' },
    says: 'Another method is 405 `method_not_allowed`, with `Allow`.',
    async run({ client }) {
      const answer = expectProblem(await client.call('GET', login), 405, 'method_not_allowed')
      const allow = answer.headers.get('allow') ?? 'no such header'
      expectThat(allow === 'POST', '`Allow: POST`', `\`${allow}\``)
    },
  },
  {
    ...{ ...errors, id: 'errors.bodies' },
    says: 'A body that is no JSON is 400, one of another type 415, one of more than 64 KiB 413.',
    async run({ client }) {
      const call = (text: string, type = 'application/json') =>
        client.call('POST', login, { text, headers: { 'content-type': type } })
      expectProblem(await call('{"email":'), 400, 'malformed_json')
      expectProblem(await call('{}', 'text/plain'), 415, 'unsupported_media_type')
      const large = JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(66_000) })
      expectProblem(await call(large), 413, 'body_too_large')
    },
  },
  {
    ...{ ...errors, id: 'errors.origin', level: 'gateway', section: 'Browsers on other origins' },
    says: 'A preflight of an origin that is not listed is 403 `origin_not_allowed`.',
    async run({ client }) {
      const headers = {
        origin: 'https://conformance.invalid',
        'access-control-request-method': 'POST',
      }
      const answer = await client.call('OPTIONS', login, { client: 'ui', headers })
      expectProblem(answer, 403, 'origin_not_allowed')
    },
  },
  {
    ...{ ...rules, id: 'answers.openapi', level: 'gateway', section: 'HTTP API' },
    says: '`/openapi.json` describes the edition.',
    async run({ client, edition }) {
      const { status, body } = await client.call('GET', '/openapi.json')
      expectThat(status === 200, 'GET /openapi.json to answer 200', `${status}`)
      const { version } = expectFields(body.info, { version: 'string' }, '`info`')
      expectThat(version === edition, `the version ${edition}`, `\`${String(version)}\``)
    },
  },
  {
    ...{ ...rules, id: 'answers.no-store' },
    says: 'Every answer of an auth route has `Cache-Control: no-store`.',
    async run(world) {
      forAll(world, 'with `Cache-Control: no-store`', ({ headers }) =>
        headers.get('cache-control') === 'no-store' ? undefined : 'one that may be cached',
      )
    },
  },
  {
    ...{ ...rules, id: 'answers.request-id', level: 'gateway' },
    says: 'Every answer has an `X-Request-Id` of its own.',
    async run(world) {
      const seen = new Set<string>()
      forAll(world, 'with an `X-Request-Id` of its own', ({ headers }) => {
        const id = headers.get('x-request-id') ?? ''
        if (id === '' || seen.has(id)) return id === '' ? 'one without' : 'one of another answer'
        seen.add(id)
        return undefined
      })
    },
  },
  {
    ...{ ...errors, id: 'answers.problems' },
    says: 'Every error is a problem document (RFC 9457) with `type`, `title`, `status`, `code`, `detail` and `request_id`.',
    async run(world) {
      const type = 'application/problem+json'
      const names = ['type', 'title', 'code', 'detail', 'request_id']
      forAll(world, `as ${type}`, ({ status, headers, body }) => {
        if (status < 400) return undefined
        const came = headers.get('content-type')
        if (came?.split(';')[0] !== type) return `\`Content-Type: ${came}\``
        if (body.status !== status) return 'another `status` in the body'
        const missing = names.find((name) => typeof body[name] !== 'string' || body[name] === '')
        return missing && `one without \`${missing}\``
      })
    },
  },
  {
    ...{ ...errors, id: 'answers.challenges' },
    says: 'Every 401 has `WWW-Authenticate: Bearer`.',
    async run(world) {
      forAll(world, 'with `WWW-Authenticate: Bearer` if it is a 401', ({ status, headers }) => {
        if (status !== 401) return undefined
        return headers.get('www-authenticate')?.startsWith('Bearer ') ? undefined : 'one without'
      })
    },
  },
  {
    ...{ ...rules, id: 'answers.no-cookies' },
    says: 'There are no cookies but those of a sign-in with a provider.',
    async run(world) {
      forAll(world, 'without a cookie', ({ request, headers }) =>
        request.includes('/oidc/') || !headers.has('set-cookie') ? undefined : 'one with a cookie',
      )
    },
  },
  {
    ...{ ...rules, id: 'answers.no-passwords', section: 'Tokens' },
    says: 'No answer has a password in it.',
    async run(world) {
      const people = Object.values(world.people)
      const seeded = Object.values(world.seeded).map(({ password }) => password)
      const secrets = [...people.map(({ signUp }) => signUp.password), ...seeded]
      forAll(world, 'without a password', ({ text }) =>
        secrets.some((each) => text.includes(each)) ? 'one with a password' : undefined,
      )
    },
  },
]

/** @throws {Deviation} For the first answer of an auth route for which `mistakeIn` says what it is instead. */
function forAll(
  { client }: World,
  expected: string,
  mistakeIn: (answer: Exchange['answer']) => string | undefined,
): void {
  for (const { path, answer } of client.exchanges) {
    if (!isAuthRoute(path)) continue
    const mistake = mistakeIn(answer)
    const what = `every answer of an auth route ${expected}`
    const came = `${mistake}: ${answer.request}, ${describeAnswer(answer)}`
    expectThat(mistake === undefined, what, came)
  }
}
