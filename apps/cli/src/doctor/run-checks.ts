import { counted } from '../console/counted.ts'
import { checkDatabase } from './check-database.ts'
import { checkLocal } from './check-local.ts'
import { checkOrphans } from './check-orphans.ts'
import { checkRealm } from './check-realm.ts'
import type { Finding } from './finding.ts'
import { listTenants } from './list-records.ts'
import type { KeycloakSite, Site, Tally } from './site.ts'

/** Everything that does not go together, one after the other. Changes nothing. */
export async function* runChecks(
  site: Site | KeycloakSite,
  tally: Tally,
  progress: (line: string) => void,
): AsyncGenerator<Finding> {
  progress('looking through the database')
  yield* checkDatabase(site)
  if (!('operator' in site)) {
    yield* checkLocal(site, tally)
    return
  }
  for await (const tenant of listTenants(site.ports.store)) {
    progress(`${inWords(tally)}; now ${tenant.id}`)
    tally.organizations += 1
    yield* checkRealm(site, tenant, tally)
  }
  progress('looking for realms without an organization')
  yield* checkOrphans(site, tally)
}

/** How much was looked at. */
export function inWords({ organizations, accounts }: Omit<Tally, 'notes'>): string {
  return `${counted(organizations, 'organization')} with ${counted(accounts, 'account')}`
}

/**
 * Takes the repair from organizations whose realm is gone when that is most of them: then it is the
 * wrong Keycloak, or one without its data.
 */
export function withoutMassRepair(
  findings: readonly Finding[],
  { organizations, notes }: Pick<Tally, 'organizations' | 'notes'>,
): readonly Finding[] {
  const isGone = ({ code }: Finding) => code === 'realm_missing'
  const gone = findings.filter(isGone).length
  if (gone < 2 || gone * 2 <= organizations) return findings
  notes.push(
    'Most realms are gone, so that none is made again: is KEYCLOAK_URL right, and has Keycloak its data?',
  )
  return findings.map((finding) => {
    if (!isGone(finding)) return finding
    const { repair: _, ...rest } = finding
    return rest
  })
}
