import type { Check } from '../check.ts'
import {
  expectAnswer,
  expectProblem,
  expectRefusal,
  expectSame,
  expectThat,
} from '../expect/expect.ts'
import { expectTokenAnswer } from '../expect/shapes.ts'
import { forgeriesOf, readToken } from '../target/tokens.ts'
import { expiredToken } from '../world/expired-token.ts'
import { withBackend } from '../world/with-backend.ts'
import { prepare, type World } from '../world/world.ts'

const refresh = '/api/auth/refresh'
const logout = '/api/auth/logout'
const about = { edition: '1.1.0', section: 'Refreshing and logging out' } as const

/** Refreshing a token, and logging out. */
export const sessionChecks: readonly Check[] = [
  {
    ...{ ...about, id: 'refresh.answer', level: 'interface' },
    says: 'A token is exchanged for a new one, of the same person, organization and client.',
    async run(world) {
      const { token } = await world.session('single')
      const answer = await world.client.post(refresh, { token }, { client: 'ui' })
      const body = expectAnswer(answer, 200, {
        token: 'string that is not empty',
        expires_in: 'integer',
      })
      const [before, after] = [readToken(token).claims, readToken(body.token).claims]
      for (const claim of ['user_id', 'tenant_id', 'source', 'iss']) {
        expectSame(before[claim], after[claim], `the claim \`${claim}\` to stay through a refresh`)
      }
      const lasts = Number(after.exp) - Number(after.iat)
      const came = `${String(body.expires_in)} and ${lasts}`
      expectThat(lasts === body.expires_in, '`expires_in` to be `exp` less `iat`', came)
    },
  },
  {
    ...{ ...about, id: 'refresh.expired', level: 'interface' },
    says: 'An expired token is not refreshed.',
    async run(world) {
      const token = await expiredToken(world)
      expectRefusal(await world.client.post(refresh, { token }), 'an expired token')
    },
  },
  {
    ...{ ...about, id: 'refresh.forged', level: 'interface' },
    says: 'A token that the service has not issued is not refreshed.',
    async run(world) {
      const { token } = await world.session('single')
      const forged = [
        ['a text that is no token', 'no.token.really'],
        ...forgeriesOf(token),
      ] as const
      for (const [what, each] of forged) {
        expectRefusal(await world.client.post(refresh, { token: each }), what)
      }
    },
  },
  {
    ...{ ...about, id: 'refresh.session-kept', level: 'gatehouse' },
    says: '`sid` and `auth_time` stay through a refresh, `jti` does not.',
    async run(world) {
      const { token } = await world.session('single')
      const { body } = await world.client.post(refresh, { token })
      const [before, after] = [readToken(token).claims, readToken(body.token).claims]
      expectSame(before.sid, after.sid, '`sid` to stay')
      expectSame(before.auth_time, after.auth_time, '`auth_time` to stay')
      expectThat(before.jti !== after.jti, 'another `jti`', 'the same')
    },
  },
  {
    ...{ ...about, id: 'refresh.codes', level: 'gatehouse', section: 'Errors' },
    says: 'A bad token is 401 `token_invalid`, and 400 `validation_failed` without the field.',
    async run({ client }) {
      const bad = await client.post(refresh, { token: 'no.token.really' })
      expectProblem(bad, 401, 'token_invalid')
      expectProblem(await client.post(refresh, {}), 400, 'validation_failed')
    },
  },
  {
    ...{ ...about, id: 'refresh.token-expired', level: 'gatehouse', section: 'Errors' },
    says: 'An expired token is 401 `token_expired`.',
    async run(world) {
      const answer = await world.client.post(refresh, { token: await expiredToken(world) })
      expectProblem(answer, 401, 'token_expired')
    },
  },
  {
    ...{ ...about, id: 'logout.bearer', level: 'interface', section: 'POST /api/auth/logout' },
    says: 'Logout needs a Bearer token.',
    async run({ client }) {
      expectRefusal(await client.call('POST', logout), 'a logout without a token')
    },
  },
  {
    ...{ ...about, id: 'logout.answer', level: 'interface', section: 'POST /api/auth/logout' },
    says: 'Logout answers 200 with a `message`.',
    async run(world) {
      const { answer } = await loggedOut(world)
      expectAnswer(answer, 200, { message: 'string that is not empty' })
    },
  },
  {
    ...{ ...about, id: 'logout.token-usable', level: 'interface' },
    says: 'Logout does not revoke the token, which is usable until it expires.',
    async run(world) {
      await withBackend(world)
      const { token } = await loggedOut(world)
      const { status } = await world.client.call('GET', '/api/machines', { token })
      const isLetIn = status !== 401 && status !== 403
      expectThat(isLetIn, 'GET /api/machines to let the token in', `${status}`)
    },
  },
  {
    ...{ ...about, id: 'logout.session-ended', level: 'gatehouse' },
    says: 'After a logout the session is not refreshed: 401 `session_ended`.',
    async run(world) {
      const { token, sessionToken, user } = await loggedOut(world)
      expectProblem(await world.client.post(refresh, { token }), 401, 'session_ended')
      const body = { session_token: sessionToken, tenant_id: user.tenant_id }
      const chosen = await world.client.post('/api/auth/select-tenant', body)
      expectProblem(chosen, 401, 'session_token_invalid')
    },
  },
]

function loggedOut(world: World) {
  return world.once('a logout', async () => {
    const { email, password } = await world.account('single')
    const login = await world.client.post('/api/auth/login', { email, password })
    const entered = await prepare('the login before it', async () => expectTokenAnswer(login))
    const { token } = entered
    return { ...entered, answer: await world.client.call('POST', logout, { token }) }
  })
}
