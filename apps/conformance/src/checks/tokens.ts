import type { Check } from '../check.ts'
import { expectFields, expectSame, expectThat } from '../expect/expect.ts'
import { claimTypes, expectTokenAnswer } from '../expect/shapes.ts'
import { readToken } from '../target/tokens.ts'

const about = { edition: '1.1.0', section: 'The access token' } as const

/** What is in the tokens. */
export const tokenChecks: readonly Check[] = [
  {
    ...{ ...about, id: 'token.claims', level: 'interface' },
    says: 'A token is a JWT with HS256 that has every claim of the table.',
    async run(world) {
      const { header, claims } = readToken((await world.session('single')).token)
      expectThat(header.alg === 'HS256', 'the algorithm `HS256`', `\`${String(header.alg)}\``)
      expectFields(claims, claimTypes, 'the claims of the token')
      const isOver = Number(claims.exp) > Number(claims.iat)
      expectThat(isOver, '`exp` after `iat`, in seconds', 'it is not')
      const isSeconds = Math.abs(Number(claims.iat) - Date.now() / 1000) < 86_400
      expectThat(isSeconds, '`iat` in Unix seconds, of today', 'another time')
    },
  },
  {
    ...{ ...about, id: 'token.person', level: 'interface' },
    says: 'The claims say who it is and where, as the `user` object does.',
    async run(world) {
      const { token, user } = await world.session('single')
      const { claims } = readToken(token)
      expectSame(claims.user_id, user.id, '`user_id` to be the `id` of the user')
      const shared = [
        'username',
        'email',
        'tenant_id',
        'tenant_name',
        'role',
        'machine_role',
        'groups',
      ]
      for (const name of shared) {
        expectSame(claims[name], user[name], `the claim \`${name}\` to be that of the user`)
      }
    },
  },
  {
    ...{ ...about, id: 'token.source', level: 'interface' },
    says: 'The claim `source` is the client type.',
    async run(world) {
      const { email, password } = await world.account('single')
      for (const client of ['cli', 'vscode', 'ui'] as const) {
        const answer = await world.client.post('/api/auth/login', { email, password }, { client })
        const { source } = readToken(expectTokenAnswer(answer).token).claims
        expectThat(
          source === client,
          `the claim \`source\` to be \`${client}\``,
          `\`${String(source)}\``,
        )
      }
    },
  },
  {
    ...{ ...about, id: 'token.issuer', level: 'interface' },
    says: 'The claim `iss` is the same in every token.',
    async run(world) {
      const { token } = await world.session('single')
      const { body } = await world.client.post('/api/auth/refresh', { token })
      expectSame(
        readToken(token).claims.iss,
        readToken(body.token).claims.iss,
        'one `iss` in two tokens',
      )
    },
  },
  {
    ...{ ...about, id: 'token.header', level: 'gatehouse' },
    says: 'The header has `typ` `at+jwt` and a `kid`; the claims have `jti`, `sid` and `auth_time`.',
    async run(world) {
      const { header, claims } = readToken((await world.session('single')).token)
      expectThat(header.typ === 'at+jwt', 'the `typ` `at+jwt`', `\`${String(header.typ)}\``)
      expectFields(header, { kid: 'string that is not empty' }, 'the header of the token')
      const text = 'string that is not empty'
      expectFields(
        claims,
        { jti: text, sid: text, auth_time: 'integer' },
        'the claims of the token',
      )
    },
  },
  {
    ...{ ...about, id: 'token.session-token', level: 'gatehouse', section: 'The session token' },
    says: 'A session token says so in its `typ`, and is short-lived.',
    async run(world) {
      const { token, sessionToken } = await world.session('single')
      const { header, claims } = readToken(sessionToken)
      expectThat(
        header.typ === 'session+jwt',
        'the `typ` `session+jwt`',
        `\`${String(header.typ)}\``,
      )
      const access = readToken(token).claims
      const isShorter = Number(claims.exp) < Number(access.exp)
      expectThat(isShorter, 'a session token that ends before the access token', 'it does not')
    },
  },
  {
    ...{ ...about, id: 'token.no-secrets', level: 'gatehouse', section: 'Tokens' },
    says: 'No token has the API key or the password in it.',
    async run(world) {
      const { token, sessionToken, user } = await world.session('single')
      const { password } = await world.account('single')
      for (const each of [token, sessionToken]) {
        const readable = JSON.stringify(readToken(each))
        const key = String(user.api_key)
        const isQuiet = !readable.includes(password) && (key === '' || !readable.includes(key))
        expectThat(isQuiet, 'a token without the API key and the password', 'one of them in it')
      }
    },
  },
]
