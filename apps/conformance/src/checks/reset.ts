import type { Check } from '../check.ts'
import { expectAnswer, expectProblem, expectRefusal, expectThat } from '../expect/expect.ts'
import { Deviation, NotApplicable } from '../expect/outcomes.ts'
import type { Answer } from '../target/answer.ts'
import { linkTokenIn } from '../target/mailbox.ts'
import { prepare, type World } from '../world/world.ts'
import { expectAlike } from './login.ts'

const forgot = '/api/auth/forgot-password'
const reset = '/api/auth/reset-password'
const about = { edition: '1.2.0', section: 'POST /api/auth/reset-password' } as const

/** Forgotten passwords. The mailed token is used in this order: the good password last. */
export const resetChecks: readonly Check[] = [
  {
    ...{ ...about, id: 'forgot-password.neutral', level: 'interface' },
    section: 'POST /api/auth/forgot-password',
    says: 'The answer is 200 with the same `message`, whether or not there is such an account.',
    async run(world) {
      const { client, naming } = world
      const known = await asked(world)
      const email = `conformance-nobody-${naming.tag}@${naming.domain}`
      const unknown = await client.post(forgot, { email })
      for (const answer of [known, unknown]) {
        expectAnswer(answer, 200, { message: 'string that is not empty' })
      }
      expectAlike(known, unknown, 'a known email and an unknown one')
    },
  },
  {
    ...{ ...about, id: 'reset-password.unknown-token', level: 'interface' },
    says: 'A text that is no reset token is refused.',
    async run({ client }) {
      const answer = await client.post(reset, {
        reset_token: 'no',
        new_password: 'Quite long enough 1',
      })
      expectRefusal(answer, 'a text that is no reset token')
    },
  },
  {
    ...{ ...about, id: 'reset-password.mail', level: 'interface' },
    section: 'POST /api/auth/forgot-password',
    says: 'A mail with a token in its link is sent.',
    run: async (world) => void (await mailedToken(world)),
  },
  {
    ...{ ...about, id: 'reset-password.rules', level: 'gatehouse' },
    says: 'A new password that breaks a rule is 400 `validation_failed`, and does not use up the token.',
    async run(world) {
      const reset_token = await mailedToken(world)
      const answer = await world.client.post(reset, { reset_token, new_password: 'Xk9$mQ2' })
      expectProblem(answer, 400, 'validation_failed')
      const about = await world.client.post('/api/auth/password-reset', { reset_token })
      expectAnswer(about, 200, { organization: 'string', username: 'string', email: 'string' })
    },
  },
  {
    ...{ ...about, id: 'reset-password.changes', level: 'interface' },
    says: 'The mailed token changes the password: 200 with a `message`.',
    async run(world) {
      expectAnswer((await changed(world)).answer, 200, { message: 'string that is not empty' })
      const { signUp, nextPassword } = world.people.forgetful
      const { email, password } = signUp
      const old = await world.client.post('/api/auth/login', { email, password })
      expectRefusal(old, 'the old password')
      const { status } = await world.client.post('/api/auth/login', {
        email,
        password: nextPassword,
      })
      expectThat(status === 200, 'a login with the new password to answer 200', `${status}`)
    },
  },
  {
    ...{ ...about, id: 'reset-password.once', level: 'gatehouse' },
    says: 'A reset token is good for one success: 400 `reset_token_invalid` after it.',
    async run(world) {
      const { answer, body } = await changed(world)
      await prepare('the first use', async () => expectAnswer(answer, 200, {}))
      expectProblem(await world.client.post(reset, body), 400, 'reset_token_invalid')
    },
  },
  {
    ...{ ...about, id: 'reset-password.ends-sessions', level: 'gatehouse' },
    says: 'A new password ends the sessions of before: 401 `session_ended`.',
    async run(world) {
      const { answer, before, expiresIn } = await changed(world)
      if (expiresIn < 300) throw new NotApplicable('tokens last less than five minutes')
      await prepare('the reset before it', async () => expectAnswer(answer, 200, {}))
      const refreshed = await world.client.post('/api/auth/refresh', { token: before })
      expectProblem(refreshed, 401, 'session_ended')
    },
  },
]

/** What the older edition does not have. */
export const olderEditionChecks: readonly Check[] = [
  {
    ...{ ...about, id: 'edition.absent', level: 'interface', edition: '1.1.0', until: '1.1.0' },
    section: 'Ground rules',
    says: 'Edition 1.1.0 has no routes of edition 1.2.0: they are 404.',
    async run({ client }) {
      for (const path of [forgot, reset]) {
        const { status } = await client.post(path, {})
        expectThat(status === 404, `POST ${path} to answer 404`, `${status}`)
      }
      for (const provider of ['provider_a', 'provider_b']) {
        const { status } = await client.call('GET', `/api/auth/oidc/${provider}`, { client: 'ui' })
        expectThat(status === 404, `GET /api/auth/oidc/${provider} to answer 404`, `${status}`)
      }
    },
  },
]

function asked(world: World): Promise<Answer> {
  return world.once('a forgotten password', async () => {
    // A token of before the change, for the check that looks what becomes of it.
    await world.session('forgetful')
    const { email } = (await world.person('forgetful')).signUp
    return world.client.post(forgot, { email })
  })
}

function mailedToken(world: World): Promise<string> {
  return world.once('the mailed reset token', async () => {
    const mails = world.mails()
    await asked(world)
    const { email } = (await world.person('forgetful')).signUp
    // Without a password to go with it the token of a verification mail is no use: only a reset mail has one that resets.
    const token = await mails.find(email, (text) =>
      /reset/i.test(text) ? linkTokenIn(text) : undefined,
    )
    if (token !== undefined) return token
    throw new Deviation('a mail with a link that has a reset token', 'none in time')
  })
}

function changed(world: World) {
  return world.once('a changed password', async () => {
    const reset_token = await mailedToken(world)
    const { token: before, expiresIn } = await world.session('forgetful')
    const body = { reset_token, new_password: world.people.forgetful.nextPassword }
    return { before, expiresIn, body, answer: await world.client.post(reset, body) }
  })
}
