import type { Account } from '../src/index.ts'
import {
  createTestEnvironment,
  outcomeOf,
  type Person,
  type TestEnvironment,
  type TestEnvironmentOptions,
} from '../testing/test-environment.ts'

/** A person who is signed in. */
export interface SignedIn extends Person {
  /** The access token. */
  readonly token: string
}

/** One organization, Acme, with two administrators and a user. */
export interface OrganizationOfThree {
  readonly environment: TestEnvironment
  /** Administers, and has a user in the credential store. */
  readonly ada: SignedIn
  /** Administers. */
  readonly bob: SignedIn
  /** Has the role `user`. */
  readonly carol: SignedIn
}

/** Makes it. All three are confirmed and have just logged in. */
export async function organizationOfThree(
  options: TestEnvironmentOptions = {},
): Promise<OrganizationOfThree> {
  const environment = createTestEnvironment(options)
  const ada = await environment.signUp()
  await environment.changeAccount(ada.accountId, { emailVerified: true })
  const { token } = outcomeOf('authenticated', await environment.logIn(ada, { client: 'cli' }))
  return {
    environment,
    ada: { ...ada, token },
    bob: await join(environment, 'bob', { role: 'company_admin' }),
    carol: await join(environment, 'carol', { role: 'user' }),
  }
}

/** Signs a person up elsewhere, logs them in, and moves the record to Acme. */
async function join(
  environment: TestEnvironment,
  username: string,
  changes: Partial<Account>,
): Promise<SignedIn> {
  const email = `${username}@example.com`
  const person = await environment.signUp({ username, email, organizationName: `of-${username}` })
  const { token } = outcomeOf('authenticated', await environment.logIn(person, { client: 'cli' }))
  const tenantId = 'acme'
  await environment.changeAccount(person.accountId, { ...changes, tenantId, emailVerified: true })
  return { ...person, tenantId, token }
}
