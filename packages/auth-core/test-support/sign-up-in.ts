import type { Person, Stage } from '../testing/stage.ts'

/** Signs the same person up in several organizations, one after the other. */
export async function signUpIn(stage: Stage, organizations: readonly string[]): Promise<Person> {
  const people: Person[] = []
  for (const organizationName of organizations) {
    people.push(await stage.signUp({ organizationName }))
    // Who came first shows in the order.
    stage.ports.clock.advance(1)
  }
  const [first] = people
  if (!first) throw new TypeError('no organization was named')
  return first
}
