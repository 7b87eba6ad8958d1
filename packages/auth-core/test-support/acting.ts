import {
  createTestEnvironment,
  outcomeOf,
  type Person,
  type TestEnvironment,
  type TestEnvironmentOptions,
} from '../testing/test-environment.ts'

/** Ada of Acme, whose address is confirmed, with an access token. */
export interface Acting {
  /** Where she acts. */
  readonly environment: TestEnvironment
  /** What she knows. */
  readonly ada: Person
  /** Her access token, of a browser. */
  readonly token: string
  /** `Session.id` of the token. */
  readonly sessionId: string
  /** From the same login. */
  readonly sessionToken: string
}

/** Signs Ada up, confirms her address, and logs her in. */
export async function acting(options: TestEnvironmentOptions = {}): Promise<Acting> {
  const environment = createTestEnvironment(options)
  const ada = await environment.signUp()
  await environment.changeAccount(ada.accountId, { emailVerified: true })
  return { environment, ada, ...(await signedIn(environment, ada)) }
}

/** Bob of Globex, another organization of the same environment. */
export async function bobElsewhere(environment: TestEnvironment): Promise<Person> {
  return environment.signUp({
    organizationName: 'Globex',
    username: 'bob',
    email: 'bob@example.com',
  })
}

/** Another login of a person. */
export async function signedIn(
  environment: TestEnvironment,
  person: Person,
  network = '192.0.2.1',
): Promise<Pick<Acting, 'token' | 'sessionId' | 'sessionToken'>> {
  const entered = await environment.logIn(person, { network })
  const { token, sessionToken } = outcomeOf('authenticated', entered)
  const { claims } = outcomeOf('valid', authenticate(environment, token))
  return { token, sessionId: claims.sessionId, sessionToken }
}

/** What the proxy says of an access token now. */
export function authenticate({ auth, ports }: TestEnvironment, token: string) {
  return auth.authenticate(token, ports.clock.now())
}
