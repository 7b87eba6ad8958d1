import type { Check } from '../check.ts'
import {
  expectAnswer,
  expectFields,
  expectItems,
  expectProblem,
  expectThat,
} from '../expect/expect.ts'
import { Hindered } from '../expect/outcomes.ts'
import { userObject } from '../expect/shapes.ts'
import type { Answer, Json } from '../target/answer.ts'
import { linkTokenIn } from '../target/mailbox.ts'
import type { World } from '../world/world.ts'

const about = { edition: '1.1.0', level: 'gatehouse' } as const
const verifyEmail = '/api/auth/verify-email'

/** One's own account: its address, its sessions and its keys. */
export const accountChecks: readonly Check[] = [
  {
    ...{ ...about, id: 'verify-email.token-alone', section: 'POST /api/auth/verify-email' },
    says: 'A verification token alone confirms nothing: 400 `validation_failed`, and the token is as good as before.',
    async run(world) {
      const token = await verificationToken(world)
      expectProblem(await world.client.post(verifyEmail, { token }), 400, 'validation_failed')
      const shown = await world.client.post('/api/auth/verification', { token })
      const text = 'string that is not empty'
      expectAnswer(shown, 200, { purpose: text, organization: text, username: text, email: text })
    },
  },
  {
    ...{ ...about, id: 'verify-email.password', section: 'POST /api/auth/verify-email' },
    says: 'With the password of the sign-up it confirms the address, and then works no more.',
    async run(world) {
      const { answer, body } = await confirmed(world)
      expectAnswer(answer, 200, { message: 'string that is not empty' })
      const again = await world.client.post(verifyEmail, body)
      expectProblem(again, 400, 'verification_token_invalid')
      const me = expectAnswer(await own(world, '/api/auth/me'), 200, { email_verified: 'boolean' })
      expectThat(me.email_verified === true, '`email_verified` to be true', 'false')
    },
  },
  {
    ...{ ...about, id: 'me.read', section: 'GET /api/auth/me' },
    says: 'The own account is the `user` object with `pending_email`.',
    async run(world) {
      const { user } = await world.session('single')
      const me = expectAnswer(await own(world, '/api/auth/me'), 200, {
        ...userObject,
        pending_email: 'string or null',
      })
      expectThat(me.id === user.id, 'the account of the token', 'another one')
    },
  },
  {
    ...{ ...about, id: 'me.change', section: 'PATCH /api/auth/me' },
    says: 'Names can be changed; a role cannot.',
    async run(world) {
      await world.person('single')
      const change = (body: Record<string, string>) =>
        own(world, '/api/auth/me', { method: 'PATCH', body })
      const changed = expectAnswer(await change({ first_name: 'Changed' }), 200, userObject)
      expectThat(changed.first_name === 'Changed', 'the new `first_name`', 'another one')
      expectProblem(await change({ role: 'super_admin' }), 400, 'validation_failed')
    },
  },
  {
    ...{ ...about, id: 'sessions.list', section: 'GET /api/auth/sessions' },
    says: 'The sessions are listed, the one that asks as `current`.',
    async run(world) {
      const answer = await own(world, '/api/auth/sessions')
      const items = expectItems(answer.body, 'items', `the answer of ${answer.request}`)
      const text = 'string'
      const fields = { id: text, client: text, network: text, user_agent: text } as const
      for (const item of items) expectFields(item, { ...fields, current: 'boolean' }, 'a session')
      const current = items.filter((item) => item.current === true)
      expectThat(current.length === 1, 'one session that is `current`', `${current.length}`)
    },
  },
  {
    ...{ ...about, id: 'api-keys.life', section: 'POST /api/auth/api-keys' },
    says: 'An API key is shown once, when it is made, and can be revoked.',
    async run(world) {
      await world.person('single')
      const path = '/api/auth/api-keys'
      const body = { name: 'Conformance', expires_in_days: 1 }
      const text = 'string that is not empty'
      const made = expectAnswer(await own(world, path, { method: 'POST', body }), 201, {
        ...{ id: text, key: text, expires_at: text },
      })
      const listed = await own(world, path)
      const items = expectItems(listed.body, 'items', `the answer of ${listed.request}`)
      const isListed = items.some(({ id }) => id === made.id)
      expectThat(isListed, 'the new key in the list', 'no such key')
      const isShown = listed.text.includes(String(made.key))
      expectThat(!isShown, 'a list without the key itself', 'the key in it')
      const one = `${path}/${encodeURIComponent(String(made.id))}`
      const gone = await own(world, one, { method: 'DELETE' })
      expectAnswer(gone, 200, { message: 'string that is not empty' })
      expectProblem(await own(world, one, { method: 'DELETE' }), 404, 'not_found')
    },
  },
]

/** What is done with the token of the person with one organization; reading unless told. */
async function own(
  world: World,
  path: string,
  { method = 'GET', body }: { readonly method?: string; readonly body?: Json } = {},
): Promise<Answer> {
  const { token } = await world.session('single')
  return world.client.call(method, path, { token, ...(body && { body }) })
}

/** The token of the mail to the person with one organization. */
function verificationToken(world: World): Promise<string> {
  return world.once('the verification token', async () => {
    const mails = world.mails()
    const { email } = (await world.person('single')).signUp
    const token = await mails.find(email, linkTokenIn)
    if (token !== undefined) return token
    throw new Hindered('no verification mail came in time')
  })
}

/** Confirms the address of the person with one organization. */
export function confirmed(world: World) {
  return world.once('a confirmed address', async () => {
    const token = await verificationToken(world)
    const { password } = (await world.person('single')).signUp
    const body = { token, password }
    return { body, answer: await world.client.post(verifyEmail, body) }
  })
}
