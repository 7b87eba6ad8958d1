import { tokensIn } from '../../../testing/mail-server.ts'
import { bearer, confirm, enter, type Person, person, signUp } from '../../../testing/people.ts'
import type { TestEnvironment } from '../../../testing/test-environment.ts'

/** Someone with an account. */
export interface Member extends Person {
  readonly id: string
}

/** A person with the link that makes a member of them. */
export interface Invited {
  readonly person: Person
  readonly link: string
}

/** An organization, and whom it gets. */
export interface Organization {
  /** The realm. */
  readonly id: string
  readonly name: string
  readonly admin: Member
  /** Somebody new who is to be an administrator. */
  invited(): Promise<Invited>
  /** Somebody new who is one of its people. */
  member(): Promise<Member>
}

/** Signs an administrator up, whose address is confirmed. */
export async function foundOrganization(environment: TestEnvironment): Promise<Organization> {
  const { api, mail } = environment
  const founder = await signUp(api)
  const [link] = tokensIn(await mail.waitFor(founder.email, /confirm/i))
  await confirm(api, founder, link)
  const { user } = await enter(api, founder)
  const admin = { ...founder, id: user.id as string }

  const invite = async (role: string): Promise<Invited> => {
    const someone = person()
    const { token } = await enter(api, admin)
    const body = { email: someone.email, role }
    const path = '/api/auth/organization/invitations'
    const { status } = await api.post(path, body, bearer(token))
    if (status !== 201) throw new Error(`invitation: ${status}`)
    const [own = ''] = tokensIn(await mail.waitFor(someone.email, /invited/i))
    return { person: someone, link: own }
  }

  return {
    id: user.tenant_id,
    name: founder.company_name,
    admin,
    invited: () => invite('company_admin'),
    async member() {
      // Of each new administrator all others hear by mail, so it has the least role.
      const { person: someone, link: own } = await invite('user')
      const { status, body } = await api.post(
        '/api/auth/accept-invitation',
        acceptance(someone, own),
      )
      if (status !== 201) throw new Error(`acceptance: ${JSON.stringify(body)}`)
      return { ...someone, id: body.user_id as string }
    },
  }
}

/** The body with which an invitation is accepted. */
export function acceptance({ username, password, first_name, last_name }: Person, token: string) {
  return { token, username, password, first_name, last_name }
}
