import { type Deployment, hasKeycloak } from '../records/open-deployment.ts'
import { checkDatabase } from './check-database.ts'
import { checkEdges } from './check-edges.ts'
import { checkLocal } from './check-local.ts'
import { checkOrphans } from './check-orphans.ts'
import { checkRealm } from './check-realm.ts'
import type { Finding } from './finding.ts'
import { listTenants } from './list-records.ts'
import { describeTally, type Tally } from './tally.ts'

/** The options of the checks. */
interface ChecksOptions {
  /** An orphan realm that may be removed with the people in it. */
  readonly removeRealm: string | undefined
  /** Where an edge answers clients, if it is to be tried. */
  readonly edge: string | undefined
  /** Called with what is checked now. */
  progress(line: string): void
}

/** Runs all checks, and yields every finding. Changes nothing. */
export async function* runChecks(
  deployment: Deployment,
  tally: Tally,
  { edge, progress, removeRealm }: ChecksOptions,
): AsyncGenerator<Finding> {
  progress('looking through the database')
  yield* checkDatabase(deployment)
  if (deployment.edgeSockets.length > 0 || edge !== undefined) {
    progress('asking the edges')
    yield* checkEdges(deployment, edge)
  }
  if (!hasKeycloak(deployment)) {
    yield* checkLocal(deployment, tally)
    return
  }
  for await (const tenant of listTenants(deployment.ports.store)) {
    progress(`${describeTally(tally)}; now ${tenant.id}`)
    tally.organizations += 1
    yield* checkRealm(deployment, tenant, tally)
  }
  progress('looking for realms without an organization')
  yield* checkOrphans(deployment, tally, { removeRealm })
}

/**
 * Removes the repair of missing realms if most organizations are affected: then it is probably the wrong
 * Keycloak, or one without its data.
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
