import type { Account } from '../src/index.ts'
import type { Person, TestEnvironment } from '../testing/test-environment.ts'

/**
 * Signs the same person up in several organizations, one after the other.
 *
 * @param changes Fields that each account has in place of those of a sign-up.
 */
export async function signUpIn(
  environment: TestEnvironment,
  organizations: readonly string[],
  changes: Partial<Account> = {},
): Promise<Person> {
  const people: Person[] = []
  for (const organizationName of organizations) {
    const person = await environment.signUp({ organizationName })
    await environment.changeAccount(person.accountId, changes)
    people.push(person)
    // The order of the accounts tells which came first.
    environment.ports.clock.advance(1)
  }
  const [first] = people
  if (!first) throw new TypeError('no organization was named')
  return first
}
