import type { Check } from '../check.ts'
import { expectProblem, expectRefusal, expectThat } from '../expect/expect.ts'
import { NotApplicable } from '../expect/outcomes.ts'
import { openWebSocket } from '../target/handshake.ts'
import { forgeriesOf } from '../target/tokens.ts'
import { expiredToken } from '../world/expired-token.ts'
import { withBackend } from '../world/with-backend.ts'
import type { World } from '../world/world.ts'

const machines = '/api/machines'
const about = { edition: '1.1.0', section: 'Calling the backend' } as const
const terminals = { edition: '1.1.0', section: 'Terminals' } as const

/** What a token opens: the machine backend and its terminals. */
export const backendChecks: readonly Check[] = [
  {
    ...{ ...about, id: 'backend.token', level: 'interface' },
    says: 'A request with a Bearer token is let through to the machine backend.',
    async run(world) {
      const { token } = await withBackend(world)
      const { status } = await world.client.call('GET', machines, { token })
      const isLetIn = status !== 401 && status !== 403
      expectThat(isLetIn, `GET ${machines} to let the token in`, `${status}`)
    },
  },
  {
    ...{ ...about, id: 'backend.no-token', level: 'interface' },
    says: 'A request without a token is not let through.',
    async run(world) {
      await withBackend(world)
      expectRefusal(await world.client.call('GET', machines), 'a request without a token')
    },
  },
  {
    ...{ ...about, id: 'backend.forged', level: 'interface' },
    says: 'A token that the service has not issued is not let through.',
    async run(world) {
      const { token } = await withBackend(world)
      for (const [what, forged] of forgeriesOf(token)) {
        expectRefusal(await world.client.call('GET', machines, { token: forged }), what)
      }
    },
  },
  {
    ...{ ...about, id: 'backend.expired', level: 'interface' },
    says: 'An expired token is not let through.',
    async run(world) {
      await withBackend(world)
      const token = await expiredToken(world)
      expectRefusal(await world.client.call('GET', machines, { token }), 'an expired token')
    },
  },
  {
    ...{ ...about, id: 'backend.other-secrets', level: 'interface' },
    says: 'A session token and an API key are no access tokens.',
    async run(world) {
      const { sessionToken, user } = await withBackend(world)
      const answer = await world.client.call('GET', machines, { token: sessionToken })
      expectRefusal(answer, 'a session token')
      if (user.api_key === '') return
      const withKey = await world.client.call('GET', machines, { token: String(user.api_key) })
      expectRefusal(withKey, 'an API key')
    },
  },
  {
    ...{ ...about, id: 'backend.challenge', level: 'gatehouse', section: 'Errors' },
    says: 'Without a token it is 401 `token_missing`, with a bad one `token_invalid`, each with `WWW-Authenticate`.',
    async run(world) {
      await withBackend(world)
      const { client } = world
      const without = expectProblem(await client.call('GET', machines), 401, 'token_missing')
      expectChallenge(without.headers, /^Bearer realm="[^"]+"$/)
      const bad = await client.call('GET', machines, { token: 'no.token.really' })
      expectProblem(bad, 401, 'token_invalid')
      expectChallenge(bad.headers, /^Bearer realm="[^"]+", error="invalid_token"$/)
    },
  },
  {
    ...{ ...about, id: 'backend.two-readings', level: 'gatehouse', section: 'Errors' },
    says: 'A path that can be read in two ways is 400 `malformed_request`.',
    async run(world) {
      const { token } = await withBackend(world)
      for (const path of ['/api//machines', '/api/machines%2f..%2fauth']) {
        expectProblem(await world.client.call('GET', path, { token }), 400, 'malformed_request')
      }
    },
  },
  {
    ...{ ...terminals, id: 'terminal.no-token', level: 'interface' },
    says: 'A terminal is not opened without a token, or with a bad one.',
    async run(world) {
      await withBackend(world)
      for (const query of ['', '?token=no.token.really']) {
        const status = await open(world, query)
        const isRefused = status >= 400 && status < 500
        expectThat(isRefused, 'the WebSocket to be refused (4xx)', `${status}`)
      }
    },
  },
  {
    ...{ ...terminals, id: 'terminal.token', level: 'interface' },
    says: 'A terminal takes the token in the query `token`.',
    async run(world) {
      const { token } = await withBackend(world)
      const status = await open(world, `?token=${token}`)
      if (status === 101) return
      const isLetIn = status !== 401 && status !== 403
      expectThat(isLetIn, 'the WebSocket to let the token in', `${status}`)
      const answered = `the backend answered ${status}; --agent can name an agent that is there`
      throw new NotApplicable(answered, 'terminal')
    },
  },
]

function expectChallenge(headers: Headers, expected: RegExp): void {
  const challenge = headers.get('www-authenticate') ?? 'no such header'
  expectThat(expected.test(challenge), `\`WWW-Authenticate\` like ${expected.source}`, challenge)
}

function open({ url, agents, agent, timeoutSeconds }: World, query: string): Promise<number> {
  const path = `/api/terminal/${encodeURIComponent(agent)}/ws${query}`
  return openWebSocket({ url: `${url}${path}`, agent: agents.cli, timeoutSeconds })
}
