import {
  describeMissing,
  findKeycloakService,
  findProgram,
  missingClock,
} from '@gatehouse/test-services'

/** What a scenario needs besides Node, PostgreSQL and this repository. */
export type Need = 'keycloak' | 'faketime' | 'pgbouncer' | 'git'

/** What is missing of it, as a sentence; `undefined` when all is there. */
export function missingOf(needs: readonly Need[]): string | undefined {
  return needs.map((need) => missing[need]()).find((line) => line !== undefined)
}

const missing: Readonly<Record<Need, () => string | undefined>> = {
  keycloak: () => (findKeycloakService() ? undefined : 'Keycloak is not running: npm run services'),
  faketime: missingClock,
  pgbouncer: () => missingProgram('pgbouncer'),
  git: () => missingProgram('git'),
}

function missingProgram(name: 'pgbouncer' | 'git'): string | undefined {
  return findProgram(name) ? undefined : describeMissing([name])
}
