import { importOrganization, isImported, type Tenant } from '@gatehouse/auth-core'
import {
  compareRealm,
  type ExpectedRealm,
  isYoungRealm,
  newRealmSecrets,
  type RealmDifference,
  type RealmView,
  reservationAttribute,
} from '@gatehouse/keycloak'
import type { KeycloakAccess, OpenSite } from '../records/open-site.ts'

/** A site with Keycloak. */
export type ImportSite = Pick<OpenSite, 'otpDefault' | 'ports'> & {
  readonly keycloak: KeycloakAccess
}

/** What an import is going to do. */
export interface ImportPlan {
  readonly tenant: Tenant
  readonly isNew: boolean
  readonly view: RealmView
  readonly expected: ExpectedRealm
  /** What has to be changed in Keycloak, so that people can sign in through the gateway. */
  readonly changes: readonly RealmDifference[]
}

/** Why there can be no import. */
export interface NoImport {
  readonly end: 'usage' | 'left'
  readonly line: string
}

/**
 * Looks at a realm and at what is on record of it, and says what an import does.
 *
 * @param dryRun Without it the organization and the secrets of its realm are put on record.
 */
export async function planImport(
  site: ImportSite,
  realm: string,
  { dryRun }: { readonly dryRun: boolean },
): Promise<ImportPlan | NoImport> {
  const { keycloak, otpDefault, ports } = site
  const wanted = { realm, name: '', dryRun: true }
  const judged = await importOrganization(ports, { otpDefault }, wanted)
  if (judged.kind === 'invalid') return refusedName(realm, judged.errors[0]?.message)
  const view = await keycloak.operator.readRealm(realm)
  if (!view) return { end: 'usage', line: `There is no realm ${realm} at ${keycloak.url}.` }
  const { displayName: name = '', attributes } = view.settings
  const mark: unknown = attributes?.[reservationAttribute]
  const reservation = typeof mark === 'string' ? { reservation: mark } : {}
  if (judged.kind === 'refused') return { end: 'left', line: `${realm}: ${underWay}` }
  if (judged.isNew && 'reservation' in reservation && isYoungRealm(view, ports.clock.now())) {
    return { end: 'left', line: `${realm}: ${underWay}` }
  }
  const request = { realm, name, dryRun, ...reservation }
  const done = await importOrganization(ports, { otpDefault }, request)
  if (done.kind !== 'organization_imported') return { end: 'left', line: `${realm}: ${underWay}` }
  const expected = await expect(site, done.tenant, dryRun)
  const differences = compareRealm(view, expected)
  const obstacle = differences.find(
    ({ code }) => code === 'realm_mark' || code === 'realm_disabled',
  )
  if (obstacle) return { end: 'left', line: `${realm}: ${obstacles[obstacle.code] ?? ''}` }
  const { tenant, isNew } = done
  return { tenant, isNew, view, expected, changes: differences.filter(isNeeded) }
}

const underWay = 'a sign-up of this name may be under way. Try again in an hour.'

const obstacles: Readonly<Record<string, string>> = {
  realm_mark: 'an organization has this name whose realm is another one. See `gatehouse doctor`.',
  realm_disabled: 'the realm is switched off in Keycloak.',
}

function refusedName(realm: string, rule = ''): NoImport {
  const line = `The realm "${realm}" cannot be an organization, and a realm keeps its name. ${rule}`
  return { end: 'usage', line }
}

/** The secrets come first, so that no realm can have ones that nobody knows. */
async function expect(
  { keycloak: { realmAccounts }, ports }: ImportSite,
  tenant: Tenant,
  dryRun: boolean,
): Promise<ExpectedRealm> {
  const { id: realm, name, reservation } = tenant
  const found = await realmAccounts.find(reservation)
  const secrets = found?.secrets ?? newRealmSecrets()
  if (!dryRun) {
    const since = ports.clock.now()
    await realmAccounts.add({ reservation, realm, secrets, since, status: 'live' })
    if (found?.status !== 'live') await realmAccounts.mark(reservation, 'live', since)
  }
  return { kind: isImported(tenant) ? 'guest' : 'ours', realm, name, reservation, secrets }
}

/** The doctor sees to the rest, in realms that we made. */
function isNeeded({ code, about }: RealmDifference): boolean {
  if (code === 'realm_setting') return about === 'bruteForceProtected'
  return about.startsWith('gatehouse-')
}
