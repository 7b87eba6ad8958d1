import type { Check } from '../check.ts'
import { expectAnswer, expectProblem, expectRefusal, expectThat } from '../expect/expect.ts'
import { Deviation, NotApplicable } from '../expect/outcomes.ts'
import { expectTenants, expectTokenAnswer } from '../expect/shapes.ts'
import type { Answer, Json } from '../target/answer.ts'
import { codeIn } from '../target/mailbox.ts'
import { readToken } from '../target/tokens.ts'
import { prepare, type World } from '../world/world.ts'
import { expectAlike } from './login.ts'

const about = { edition: '1.1.0', section: 'POST /api/auth/verify-otp' } as const
const path = '/api/auth/verify-otp'

/**
 * One-time codes. They share one challenge: the right code is used after the guesses. What begins another challenge, and
 * so may mail another code, comes last.
 */
export const codeChecks: readonly Check[] = [
  {
    ...{ ...about, id: 'codes.challenge', level: 'interface', section: 'POST /api/auth/login' },
    says: 'A browser that logs in to an organization with codes gets scenario B, and no token.',
    async run(world) {
      const answer = await askedForCode(world)
      const body = expectAnswer(answer, 200, {
        requires_otp: 'true',
        message: 'string that is not empty',
        username: 'string that is not empty',
        tenants: 'array of object',
        session_token: 'string that is not empty',
        otp_expires_in_min: 'integer',
      })
      expectTenants(body, 'tenants', answer.request)
      expectThat(!('token' in body), 'no `token` before the code', 'one')
    },
  },
  {
    ...{ ...about, id: 'codes.exempt', level: 'interface', section: 'Client types' },
    says: 'A command line and an editor are asked for no code.',
    async run(world) {
      const { email, password } = await withCodes(world)
      for (const client of ['cli', 'vscode'] as const) {
        expectTokenAnswer(
          await world.client.post('/api/auth/login', { email, password }, { client }),
        )
      }
    },
  },
  {
    ...{ ...about, id: 'codes.six-digits', level: 'interface' },
    says: 'A code has exactly six digits.',
    async run(world) {
      const { username } = await challenge(world)
      for (const otp_code of ['12345', '1234567', '12345a']) {
        const answer = await world.client.post(path, { username, otp_code })
        expectRefusal(answer, `the code "${otp_code}"`)
      }
    },
  },
  {
    ...{ ...about, id: 'codes.wrong', level: 'interface' },
    says: 'A wrong code is refused.',
    async run(world) {
      expectRefusal(await guess(world), 'a wrong code')
    },
  },
  {
    ...{ ...about, id: 'codes.no-enumeration', level: 'gatehouse' },
    says: 'A wrong code and an unknown username are one 401 `otp_invalid`.',
    async run(world) {
      const known = expectProblem(await guess(world), 401, 'otp_invalid')
      const username = `nobody-${world.naming.tag}`
      const unknown = await world.client.post(path, { username, otp_code: '123456' })
      expectAlike(known, unknown, 'a known username and an unknown one')
    },
  },
  {
    ...{ ...about, id: 'codes.resend', level: 'gatehouse', section: 'POST /api/auth/resend-otp' },
    says: 'The code is sent again, but not before `resend_after` seconds: 429 with `Retry-After`.',
    async run(world) {
      const { session_token, resend_after } = await challenge(world)
      const body = { session_token }
      const answer = await world.client.post('/api/auth/resend-otp', body, { mayBeLimited: true })
      if (answer.status === 200) return
      expectProblem(answer, 429, 'rate_limited')
      const after = Number(answer.headers.get('retry-after'))
      const isSoon = after > 0 && after <= Number(resend_after)
      expectThat(isSoon, '`Retry-After` of at most `resend_after`', 'another value, or none')
    },
  },
  {
    ...{ ...about, id: 'codes.right', level: 'interface' },
    says: 'The code from the mail completes the login: scenario A, with `ui` as the `source`.',
    async run(world) {
      const { answer } = await rightCode(world)
      const { token } = expectTokenAnswer(answer)
      const { source } = readToken(token).claims
      expectThat(source === 'ui', 'the claim `source` to be `ui`', `\`${String(source)}\``)
    },
  },
  {
    ...{ ...about, id: 'codes.once', level: 'interface' },
    says: 'A code is accepted once.',
    async run(world) {
      const { body, answer } = await rightCode(world)
      await prepare('the first use', async () => expectTokenAnswer(answer))
      expectRefusal(await world.client.post(path, body), 'a code that was used')
    },
  },
  {
    ...{ ...about, id: 'codes.select-tenant', level: 'interface' },
    section: 'POST /api/auth/select-tenant',
    says: 'A browser that chooses an organization with codes is asked for one.',
    async run(world) {
      const { session_token, tenants } = await challenge(world)
      const body = { session_token, tenant_id: (tenants as readonly Json[])[0]?.tenant_id }
      const answer = await world.client.post('/api/auth/select-tenant', body, { client: 'ui' })
      expectAnswer(answer, 200, {
        requires_otp: 'true',
        message: 'string that is not empty',
        username: 'string that is not empty',
        otp_expires_in_min: 'integer',
      })
    },
  },
]

/** The account whose organization asks for codes: switched on where it is of these checks. */
function withCodes(world: World) {
  return world.once('codes are on', async () => {
    const account = await world.account('codes')
    if (world.seeded.codes) return account
    const { token } = await world.session('codes')
    const answer = await world.client.call('PATCH', '/api/auth/organization', {
      body: { otp_enabled: true },
      token,
    })
    if (answer.status === 200) return account
    throw new NotApplicable(
      `codes cannot be switched on (${answer.request} answered ${answer.status}); --accounts can name an account with codes`,
      'codes',
    )
  })
}

function askedForCode(world: World): Promise<Answer> {
  return world.once('a login that asks for a code', async () => {
    const { email, password } = await withCodes(world)
    return world.client.post('/api/auth/login', { email, password }, { client: 'ui' })
  })
}

async function challenge(world: World): Promise<Json> {
  const answer = await askedForCode(world)
  return prepare('the login before it', async () =>
    expectAnswer(answer, 200, { username: 'string', tenants: 'array of object' }),
  )
}

/** A guess that is surely wrong where the mails can be read, and else all but surely. */
async function guess(world: World): Promise<Answer> {
  const { username, session_token } = await challenge(world)
  const right = world.mailbox && (await mailedCode(world).catch(() => undefined))
  const otp_code = right === '000000' ? '000001' : '000000'
  const known = session_token === undefined ? {} : { session_token }
  return world.client.post(path, { username, otp_code, ...known })
}

function mailedCode(world: World): Promise<string> {
  return world.once('the code from the mail', async () => {
    const mails = world.mails()
    await challenge(world)
    const { email } = await withCodes(world)
    const code = await mails.find(email, codeIn)
    if (code !== undefined) return code
    throw new Deviation('a mail with a code of six digits', 'none in time')
  })
}

function rightCode(world: World) {
  return world.once('the right code', async () => {
    const otp_code = await mailedCode(world)
    const { username } = await challenge(world)
    const body = { username, otp_code }
    return { body, answer: await world.client.post(path, body) }
  })
}
