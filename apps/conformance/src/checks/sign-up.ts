import type { Check } from '../check.ts'
import { expectAnswer, expectProblem, expectRefusal, expectThat } from '../expect/expect.ts'
import { Deviation } from '../expect/outcomes.ts'
import { linkTokenIn } from '../target/mailbox.ts'
import { type SignUpField, signUpFields, signUpLike } from '../world/people.ts'
import type { World } from '../world/world.ts'

const about = { edition: '1.1.0', section: 'POST /api/auth/signup' } as const

/** Signing up. */
export const signUpChecks: readonly Check[] = [
  {
    ...{ ...about, id: 'sign-up.answer', level: 'interface' },
    says: 'Sign-up answers 201 with `message`, `user_id`, `username` and `organization`, the display name.',
    async run(world) {
      const { username, company_name } = world.people.single.signUp
      const text = 'string that is not empty'
      const fields = { message: text, user_id: text, username: text, organization: text } as const
      const body = expectAnswer(await world.signUp('single'), 201, fields)
      expectThat(body.username === username, 'the `username` of the sign-up', 'another one')
      expectThat(
        body.organization === company_name,
        'the `company_name` in `organization`',
        'another text',
      )
    },
  },
  {
    ...{ ...about, id: 'sign-up.administrator', level: 'interface' },
    says: 'The first user of an organization is its `company_admin`.',
    async run(world) {
      await world.person('single')
      const { user } = await world.session('single')
      expectThat(
        user.role === 'company_admin',
        'the role `company_admin`',
        `\`${String(user.role)}\``,
      )
    },
  },
  {
    ...{ ...about, id: 'sign-up.tenant-id', level: 'interface' },
    says: '`organization_name` becomes the `tenant_id`: lower case, a hyphen for each space.',
    async run(world) {
      const { tenantId, signUp } = await world.person('single')
      const { user } = await world.session('single')
      const name = `\`tenant_id\` ${tenantId}`
      expectThat(user.tenant_id === tenantId, name, `\`${String(user.tenant_id)}\``)
      const isNamed = user.tenant_name === signUp.company_name
      expectThat(isNamed, 'the `company_name` as `tenant_name`', 'another text')
    },
  },
  {
    ...{ ...about, id: 'sign-up.mail', level: 'interface' },
    says: 'A verification mail is sent, with a token in its link.',
    run: async (world) => {
      const mails = world.mails()
      const { email } = (await world.person('single')).signUp
      if ((await mails.find(email, linkTokenIn)) === undefined) {
        throw new Deviation('a verification mail with a link that has a token', 'none in time')
      }
    },
  },
  {
    ...{ ...about, id: 'sign-up.fields-needed', level: 'interface' },
    says: 'Each of the seven fields is needed.',
    async run(world) {
      for (const field of signUpFields)
        await refuse(world, `a sign-up without \`${field}\``, { [field]: undefined })
    },
  },
  {
    ...{ ...about, id: 'sign-up.username-length', level: 'interface' },
    says: 'A username has 3 to 50 characters.',
    async run(world) {
      await refuse(world, 'a username of 2 characters', { username: 'ab' })
      await refuse(world, 'a username of 51 characters', { username: 'a'.repeat(51) })
      await world.person('single')
    },
  },
  {
    ...{ ...about, id: 'sign-up.username-unique', level: 'interface' },
    says: 'A username is unique over all organizations.',
    async run(world) {
      const { username } = (await world.person('single')).signUp
      await refuse(world, 'a username that is taken', { username })
    },
  },
  {
    ...{ ...about, id: 'sign-up.password-length', level: 'interface' },
    says: 'A password has 8 characters at least.',
    async run(world) {
      await refuse(world, 'a password of 7 characters', { password: 'Xk9$mQ2' })
      await world.person('single')
    },
  },
  {
    ...{ ...about, id: 'sign-up.email-valid', level: 'interface' },
    says: 'An email is a valid address.',
    async run(world) {
      for (const email of ['', 'ada', 'ada@', '@example.com', 'a b@example.com']) {
        await refuse(world, `the email "${email}"`, { email })
      }
    },
  },
  {
    ...{ ...about, id: 'sign-up.username-taken', level: 'gatehouse' },
    says: 'A taken username is 409 `username_taken`, whatever its case.',
    async run(world) {
      const { username } = (await world.person('single')).signUp
      const answer = await attempt(world, { username: username.toUpperCase() })
      expectProblem(answer, 409, 'username_taken')
    },
  },
  {
    ...{ ...about, id: 'sign-up.organization-taken', level: 'gatehouse' },
    says: 'An existing organization is never joined: 409 `organization_taken`.',
    async run(world) {
      const { organization_name } = (await world.person('single')).signUp
      expectProblem(await attempt(world, { organization_name }), 409, 'organization_taken')
    },
  },
  {
    ...{ ...about, id: 'sign-up.mistakes', level: 'gatehouse' },
    says: 'Broken rules are 400 `validation_failed`, each with its field, and never with what was sent.',
    async run(world) {
      const answer = await attempt(world, { username: 'x', email: 'secretive', password: 'hush' })
      expectProblem(answer, 400, 'validation_failed')
      const errors = Array.isArray(answer.body.errors) ? (answer.body.errors as unknown[]) : []
      const named = JSON.stringify(errors)
      for (const field of ['username', 'email', 'password']) {
        const isNamed = named.includes(`"field":"${field}"`)
        expectThat(isNamed, `\`${field}\` among the fields in \`errors\``, 'no such entry')
      }
      const isQuiet = !/secretive|hush/.test(answer.text)
      expectThat(isQuiet, 'an answer without what was sent', 'a value of the request in it')
    },
  },
  {
    ...{ ...about, id: 'sign-up.unknown-field', level: 'gatehouse' },
    says: 'A field that is not listed is refused.',
    async run(world) {
      const body = { ...signUpLike(world.people.single, world.naming, {}), role: 'super_admin' }
      expectProblem(await world.client.post('/api/auth/signup', body), 400, 'validation_failed')
    },
  },
]

type Changes = Readonly<Partial<Record<SignUpField, string | undefined>>>

/** Signs somebody else up who has the address of nobody. */
function attempt({ client, people, naming }: World, changes: Changes) {
  const email = `conformance-other-${naming.tag}@${naming.domain}`
  const body = signUpLike(people.single, naming, { email, ...changes })
  return client.post('/api/auth/signup', body)
}

async function refuse(world: World, what: string, changes: Changes): Promise<void> {
  await world.signUp('single')
  expectRefusal(await attempt(world, changes), what)
}
