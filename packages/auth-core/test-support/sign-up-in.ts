import type { Person, TestEnvironment } from '../testing/test-environment.ts'

/** Signs the same person up in several organizations, one after the other. */
export async function signUpIn(
  environment: TestEnvironment,
  organizations: readonly string[],
): Promise<Person> {
  const people: Person[] = []
  for (const organizationName of organizations) {
    people.push(await environment.signUp({ organizationName }))
    // The order of the accounts tells which came first.
    environment.ports.clock.advance(1)
  }
  const [first] = people
  if (!first) throw new TypeError('no organization was named')
  return first
}
