import type { Tenant } from '@gatehouse/auth-core'
import { importOrganization } from '@gatehouse/auth-core/operator'
import {
  compareRealm,
  type ExpectedRealm,
  isYoungRealm,
  type RealmDifference,
  type RealmView,
  reservationAttribute,
} from '@gatehouse/keycloak'
import { type Prerequisite, type UnmetPrerequisite, unmet } from '../command.ts'
import { readExpectedRealm, recordSecrets } from '../records/expected-realm.ts'
import type { KeycloakDeployment } from '../records/open-deployment.ts'

/** The plan of an import. */
export interface ImportPlan {
  /** The organization as it will be stored. */
  readonly tenant: Tenant
  /** Whether it is stored for the first time. */
  readonly isNew: boolean
  /** The realm as it is. */
  readonly view: RealmView
  /** The realm as it should be. */
  readonly expected: ExpectedRealm
  /** The changes in Keycloak that are needed so that people can sign in through the gateway. */
  readonly changes: readonly RealmDifference[]
}

/**
 * Reads a realm and its record, and returns what an import does.
 *
 * @param dryRun Without it, the organization and the secrets of its realm are stored.
 */
export async function planImport(
  deployment: KeycloakDeployment,
  realm: string,
  { dryRun }: { readonly dryRun: boolean },
): Promise<Prerequisite<ImportPlan>> {
  const { keycloak, otpDefault, ports } = deployment
  const wanted = { realm, name: '', dryRun: true }
  const checked = await importOrganization(ports, { otpDefault }, wanted)
  if (checked.kind === 'invalid') return refusedName(realm, checked.errors[0]?.message)
  const view = await keycloak.operator.readRealm(realm)
  if (!view) return unmet('usage', `There is no realm ${realm} at ${keycloak.url}.`)
  const { displayName: name = '', attributes } = view.settings
  const mark: unknown = attributes?.[reservationAttribute]
  const reservation = typeof mark === 'string' ? mark : undefined
  if (checked.kind === 'refused') return unmet('left', `${realm}: ${underWay}`)
  if (checked.isNew && reservation !== undefined && isYoungRealm(view, ports.clock.now())) {
    return unmet('left', `${realm}: ${underWay}`)
  }
  const request = { realm, name, dryRun, ...(reservation !== undefined && { reservation }) }
  const done = await importOrganization(ports, { otpDefault }, request)
  if (done.kind !== 'organization_imported') return unmet('left', `${realm}: ${underWay}`)
  const { expected, isLive } = await readExpectedRealm(deployment, done.tenant)
  if (!dryRun && !isLive) await recordSecrets(deployment, expected)
  const differences = compareRealm(view, expected)
  const obstacle = differences.find(
    ({ code }) => code === 'realm_mark' || code === 'realm_disabled',
  )
  if (obstacle) return unmet('left', `${realm}: ${obstacles[obstacle.code] ?? ''}`)
  const { tenant, isNew } = done
  const changes = differences.filter(isNeeded)
  return { ok: true, value: { tenant, isNew, view, expected, changes } }
}

const underWay = 'a sign-up of this name may be under way. Try again in an hour.'

const obstacles: Readonly<Record<string, string>> = {
  realm_mark: 'an organization has this name whose realm is another one. See `gatehouse doctor`.',
  realm_disabled: 'the realm is switched off in Keycloak.',
}

function refusedName(realm: string, rule = ''): UnmetPrerequisite {
  return unmet(
    'usage',
    `The realm "${realm}" cannot be an organization, and a realm keeps its name. ${rule}`,
  )
}

/** Whether a difference matters here; the doctor handles the others, in realms that we created. */
function isNeeded({ code, about }: RealmDifference): boolean {
  if (code === 'realm_setting') return about === 'bruteForceProtected'
  return about.startsWith('gatehouse-')
}
