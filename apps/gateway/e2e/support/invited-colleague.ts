import { tokensIn } from '../../testing/mail-server.ts'
import { bearer, confirm, enter, type Person, person, signUp } from '../../testing/people.ts'
import type { TestEnvironment } from '../../testing/test-environment.ts'
import type { SignedIn } from './organization-of-two.ts'

/** An administrator and a colleague who came by an invitation, as people do it. */
export interface InvitedColleague {
  /** Identifies the organization; the name of its realm. */
  readonly tenantId: string
  /** What it is called. */
  readonly organization: string
  /** Administers it, and has confirmed the address. */
  readonly admin: SignedIn
  /** Has the role `user`. */
  readonly member: SignedIn
}

/** Signs one person up, who invites another one by mail; both sign in. */
export async function invitedColleague(environment: TestEnvironment): Promise<InvitedColleague> {
  const { api, mail } = environment
  const first = await signUp(api)
  const [link] = tokensIn(await mail.waitFor(first.email, /confirm/i))
  await confirm(api, first, link)
  const admin = await enter(api, first)
  const second = person()
  await accept(environment, admin.token, second)
  const member = await enter(api, second)
  return {
    tenantId: admin.user.tenant_id,
    organization: first.company_name,
    admin: { ...first, id: admin.user.id, token: admin.token },
    member: { ...second, id: member.user.id, token: member.token },
  }
}

const isInvitation = /invited/i

/** Invites a person as an administrator, who accepts. @throws Unless both worked. */
export async function accept(
  { api, mail }: Pick<TestEnvironment, 'api' | 'mail'>,
  adminToken: string,
  someone: Person,
): Promise<void> {
  const { email, username, password, first_name, last_name } = someone
  const before = mail.mails.filter(
    ({ to, subject }) => to.includes(email) && isInvitation.test(subject),
  )
  const invited = await api.post(
    '/api/auth/organization/invitations',
    { email, role: 'user' },
    bearer(adminToken),
  )
  if (invited.status !== 201) throw new Error(`inviting: ${JSON.stringify(invited.body)}`)
  const [token] = tokensIn(await mail.waitFor(email, isInvitation, before.length + 1))
  const body = { token, username, password, first_name, last_name }
  const accepted = await api.post('/api/auth/accept-invitation', body)
  if (accepted.status !== 201) throw new Error(`accepting: ${JSON.stringify(accepted.body)}`)
}
