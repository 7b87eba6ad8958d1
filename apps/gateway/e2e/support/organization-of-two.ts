import { enter, signUp } from '../../testing/people.ts'
import type { TestEnvironment } from '../../testing/test-environment.ts'
import { records } from './records.ts'

/** A person who is signed in. */
export interface SignedIn {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly password: string
  readonly token: string
}

/** Two people of one organization. */
export interface OrganizationOfTwo {
  readonly tenantId: string
  /** Administers it. */
  readonly admin: SignedIn
  /** Has the role `user`. */
  readonly member: SignedIn
}

/** Signs two people up, and moves the second to the organization of the first, as an invitation would. */
export async function organizationOfTwo(environment: TestEnvironment): Promise<OrganizationOfTwo> {
  const { api } = environment
  const [first, second] = [await signUp(api), await signUp(api)]
  const admin = await enter(api, first)
  const { tenant_id: tenantId } = admin.user
  const { user } = await enter(api, second)
  // In one statement each: the gateway must not see half of it.
  records(
    environment,
    'update local_users set realm_id = ? where realm_id = ?',
    tenantId,
    user.tenant_id,
  )
  const move = "update accounts set tenant_id = ?, role = 'user', email_verified = 1 where id = ?"
  records(environment, move, tenantId, user.id)
  const member = await enter(api, second)
  return {
    tenantId,
    admin: { ...first, id: admin.user.id, token: admin.token },
    member: { ...second, id: user.id, token: member.token },
  }
}
