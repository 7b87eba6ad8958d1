import type { Check } from '../check.ts'
import {
  expectAnswer,
  expectFields,
  expectItems,
  expectProblem,
  expectThat,
} from '../expect/expect.ts'
import { Hindered } from '../expect/outcomes.ts'
import { expectTokenAnswer, type TokenAnswer } from '../expect/shapes.ts'
import type { Answer, Json } from '../target/answer.ts'
import { linkTokenIn } from '../target/mailbox.ts'
import { drawPassword } from '../world/people.ts'
import { prepare, type World } from '../world/world.ts'
import { confirmed } from './account.ts'

const about = { edition: '1.1.0', level: 'gatehouse' } as const
const organization = '/api/auth/organization'
const invitations = `${organization}/invitations`
const accept = '/api/auth/accept-invitation'
const text = 'string that is not empty'

/** An organization, its people, and what they may do. They share one person who is invited. */
export const organizationChecks: readonly Check[] = [
  {
    ...{ ...about, id: 'organization.read', section: 'GET /api/auth/organization' },
    says: 'A member reads the rules of the organization.',
    async run(world) {
      const answer = await asAdministrator(world, 'GET', organization)
      const { tenant_id } = expectAnswer(answer, 200, {
        ...{ tenant_id: text, tenant_name: text, otp_enabled: 'boolean' },
      })
      const { user } = await world.session('single')
      expectThat(tenant_id === user.tenant_id, 'the organization of the token', 'another one')
    },
  },
  {
    ...{ ...about, id: 'organization.others', section: 'Routes' },
    says: 'A `company_admin` is nothing in another organization: 403 `forbidden`, whether it exists or not.',
    async run(world) {
      const stranger = await world.person('planted')
      for (const tenant of [stranger.tenantId, `nowhere-${world.naming.tag}`]) {
        for (const path of ['organization', 'organization/members', 'audit']) {
          const answer = await asAdministrator(world, 'GET', `/api/auth/tenants/${tenant}/${path}`)
          expectProblem(answer, 403, 'forbidden')
        }
      }
    },
  },
  {
    ...{ ...about, id: 'organization.list', edition: '1.2.0', section: 'GET /api/auth/tenants' },
    says: 'A `company_admin` does not see which organizations there are: 403 `forbidden`.',
    async run(world) {
      expectProblem(await asAdministrator(world, 'GET', '/api/auth/tenants'), 403, 'forbidden')
    },
  },
  {
    ...{ ...about, id: 'invitations.answer' },
    section: 'POST /api/auth/organization/invitations',
    says: 'Inviting an address answers 201 with the invitation, which is listed, and cannot be repeated.',
    async run(world) {
      const { answer, email } = await invited(world)
      const { id } = expectAnswer(answer, 201, {
        id: text,
        email: text,
        role: text,
        expires_at: text,
      })
      const list = await asAdministrator(world, 'GET', invitations)
      const items = expectItems(list.body, 'items', `the answer of ${list.request}`)
      expectThat(
        items.some((item) => item.id === id),
        'the invitation in the list',
        'no such entry',
      )
      const again = await asAdministrator(world, 'POST', invitations, { email })
      expectProblem(again, 409, 'already_member')
    },
  },
  {
    ...{ ...about, id: 'invitations.accepted', section: 'POST /api/auth/accept-invitation' },
    says: 'Accepting makes a member of the role that was given, with a confirmed address.',
    async run(world) {
      const { answer, username } = await accepted(world)
      const fields = { message: text, user_id: text, username: text, organization: text } as const
      const body = expectAnswer(answer, 201, fields)
      expectThat(body.username === username, 'the chosen `username`', 'another one')
      const { user } = await member(world)
      expectThat(user.role === 'user', 'the role `user`', `\`${String(user.role)}\``)
      expectThat(user.email_verified === true, '`email_verified` to be true', 'false')
    },
  },
  {
    ...{ ...about, id: 'invitations.once', section: 'POST /api/auth/accept-invitation' },
    says: 'The link of an invitation works once: 401 `invitation_invalid` after it.',
    async run(world) {
      const { answer, body } = await accepted(world)
      await prepare('the first use', async () => expectAnswer(answer, 201, {}))
      const username = `again-${world.naming.tag}`
      expectProblem(
        await world.client.post(accept, { ...body, username }),
        401,
        'invitation_invalid',
      )
    },
  },
  {
    ...{ ...about, id: 'members.list', section: 'GET /api/auth/organization/members' },
    says: 'An administrator sees the members, without their API keys.',
    async run(world) {
      const { user } = await member(world)
      const answer = await asAdministrator(world, 'GET', `${organization}/members`)
      const items = expectItems(answer.body, 'items', `the answer of ${answer.request}`)
      for (const item of items) {
        expectFields(item, { id: text, username: text, role: text, state: text }, 'a member')
        expectThat(!('api_key' in item), 'a member without `api_key`', 'one with it')
      }
      expectThat(
        items.some(({ id }) => id === user.id),
        'the new member in the list',
        'no such entry',
      )
    },
  },
  {
    ...{ ...about, id: 'members.rights', section: 'PATCH /api/auth/organization' },
    says: 'A member with the role `user` administers nothing: 403 `forbidden`.',
    async run(world) {
      const { token } = await member(world)
      const call = (method: string, path: string, body?: Json) =>
        world.client.call(method, path, { token, ...(body && { body }) })
      expectProblem(await call('PATCH', organization, { otp_enabled: false }), 403, 'forbidden')
      expectProblem(await call('GET', `${organization}/members`), 403, 'forbidden')
      const email = `conformance-other-${world.naming.tag}@${world.naming.domain}`
      expectProblem(await call('POST', invitations, { email }), 403, 'forbidden')
      expectProblem(await call('GET', '/api/auth/audit'), 403, 'forbidden')
    },
  },
  {
    ...{ ...about, id: 'members.last-administrator' },
    section: 'PATCH /api/auth/organization/members/{user_id}',
    says: 'The last administrator stays one: 409 `last_administrator`.',
    async run(world) {
      await world.person('single')
      const { user } = await world.session('single')
      const path = `${organization}/members/${encodeURIComponent(String(user.id))}`
      const answer = await asAdministrator(world, 'PATCH', path, { role: 'user' })
      expectProblem(answer, 409, 'last_administrator')
    },
  },
  {
    ...{ ...about, id: 'members.removed' },
    section: 'DELETE /api/auth/organization/members/{user_id}',
    says: 'A removed member cannot log in, and their session is over.',
    async run(world) {
      const { token, user } = await member(world)
      const { email, password } = await invitee(world)
      const path = `${organization}/members/${encodeURIComponent(String(user.id))}`
      expectAnswer(await asAdministrator(world, 'DELETE', path), 200, { message: text })
      const login = await world.client.post('/api/auth/login', { email, password })
      expectProblem(login, 401, 'invalid_credentials')
      expectProblem(await world.client.post('/api/auth/refresh', { token }), 401, 'session_ended')
    },
  },
  {
    ...{ ...about, id: 'audit.list', section: 'GET /api/auth/audit' },
    says: 'An administrator reads who did what, the newest first.',
    async run(world) {
      await world.person('single')
      const answer = await asAdministrator(world, 'GET', '/api/auth/audit?limit=200')
      const items = expectItems(answer.body, 'items', `the answer of ${answer.request}`)
      for (const item of items) {
        expectFields(item, { seq: 'integer', at: text, kind: text, outcome: text }, 'an entry')
      }
      expectThat(
        items.some(({ kind }) => kind === 'login'),
        'an entry of the kind `login`',
        'none',
      )
      const moments = items.map(({ at }) => Date.parse(String(at)))
      const isSorted = moments.every((at, index) => index === 0 || at <= (moments[index - 1] ?? 0))
      expectThat(isSorted, 'the newest entry first', 'another order')
    },
  },
]

/** What the administrator of the first organization asks. */
async function asAdministrator(world: World, ...[method, path, body]: Asked): Promise<Answer> {
  const { token } = await world.session('single')
  return world.client.call(method, path, { token, ...(body && { body }) })
}

type Asked = readonly [method: string, path: string, body?: Json]

/** Who is invited, with what they choose. */
function invitee(world: World) {
  const { tag, domain } = world.naming
  return world.once('the one who is invited', async () => ({
    email: `conformance-invited-${tag}@${domain}`,
    username: `invited-${tag}`,
    password: drawPassword(),
  }))
}

function invited(world: World) {
  return world.once('an invitation', async () => {
    await prepare('the confirmation before it', async () =>
      expectAnswer((await confirmed(world)).answer, 200, {}),
    )
    const { email } = await invitee(world)
    return {
      email,
      answer: await asAdministrator(world, 'POST', invitations, { email, role: 'user' }),
    }
  })
}

function accepted(world: World) {
  return world.once('an accepted invitation', async () => {
    await invited(world)
    const { email, username, password } = await invitee(world)
    const token = await world.mails().find(email, linkTokenIn)
    if (token === undefined) throw new Hindered('no mail with an invitation came in time')
    const body = { token, username, password, first_name: 'Invited', last_name: 'Check' }
    return { body, username, answer: await world.client.post(accept, body) }
  })
}

/** The one who was invited, logged in. */
function member(world: World): Promise<TokenAnswer> {
  return world.once('a member', async () => {
    await accepted(world)
    const { email, password } = await invitee(world)
    const answer = await world.client.post('/api/auth/login', { email, password })
    return prepare('the login of the member before it', async () => expectTokenAnswer(answer))
  })
}
