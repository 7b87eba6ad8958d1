import { type Databases, sqliteDatabases } from '../accounts/databases.ts'
import { password } from '../accounts/fill.ts'
import { openFilledDatabase } from '../accounts/filled-environment.ts'
import { emailOf, isAlone, personOf } from '../accounts/people.ts'
import { openKeycloakEnvironment } from '../keycloak-realms/keycloak-environment.ts'

/** Who logs in. */
export interface Person {
  readonly email: string
  readonly password: string
}

/** A gateway as it is shipped, with people in it. */
export interface Target {
  /** The address of its auth routes. */
  readonly url: string
  /** At least ten. */
  readonly people: readonly Person[]
  /** The addresses that are guessed at: that of the first person, and others. */
  readonly attacked: readonly string[]
  /** Ends it, and removes its data. */
  stop(): Promise<void>
}

/** Makes new targets. */
export interface Targets {
  open(): Promise<Target>
  /** Removes what they share. */
  stop(): Promise<void>
}

/** As it is shipped, but for the load balancer that all come through. */
const settings = { TRUSTED_PROXIES: '127.0.0.1', LOGIN_FLOOR_MILLISECONDS: '500' }

/** The credential stores, by their names on the command line. */
export const stores: Readonly<Record<'local' | 'keycloak', () => Promise<Targets>>> = {
  async local() {
    const databases = await sqliteDatabases()
    return { open: () => openLocal(databases), stop: () => databases.stop() }
  },
  keycloak: async () => ({ open: openKeycloak, stop: async () => undefined }),
}

/** On SQLite, on a core of its own, with a thousand accounts. */
async function openLocal(databases: Databases): Promise<Target> {
  const filled = await openFilledDatabase(databases, 1000)
  const { gateway } = await filled.start(settings)
  const people = filled.samples
    .filter(({ number }) => isAlone(number))
    .map(({ number }) => ({ email: emailOf(personOf(number)), password }))
  const attacked = people.map(({ email }) => email)
  return { url: gateway.url, people, attacked, stop: () => gateway.stop() }
}

/** On a Keycloak that shares a core with the load, with ten accounts. */
async function openKeycloak(): Promise<Target> {
  const environment = await openKeycloakEnvironment({}, settings)
  for (let number = 0; number < 10; number += 1) await environment.signUp()
  const { members, url } = environment
  // Only who has confirmed their address is known to come from a network.
  for (const member of members) await environment.confirm(member)
  const unknown = Array.from({ length: 1000 }, (_, number) => `unknown${number}@example.com`)
  const attacked = [...members.slice(0, 1).map(({ email }) => email), ...unknown]
  return { url, people: members, attacked, stop: () => environment.close() }
}
