import type { RealmSecrets } from '../realm-account.ts'
import {
  adminClient,
  adminClientId,
  adminRoles,
  closedClients,
  guestRoles,
  loginClient,
  loginClientId,
  realmRoles,
  realmSettings,
  reservationAttribute,
  updatePassword,
} from '../realm-template.ts'
import type { ClientRepresentation, RealmView } from './realm-view.ts'

/** What our records say about a realm. */
export interface ExpectedRealm {
  /**
   * `ours` for a realm that we created. `guest` for one that existed before: its operator decides its
   * settings, except those that we need.
   */
  readonly kind: 'ours' | 'guest'
  /** The name of the realm, which is the tenant's id. */
  readonly realm: string
  /** `Tenant.name`: what Keycloak shows as its display name. */
  readonly name: string
  /** `Tenant.reservation`: the sign-up that created the realm; an attribute of the realm. */
  readonly reservation: string
  /** The secrets that the realm's clients should accept. */
  readonly secrets: RealmSecrets
}

/** The kinds of differences. */
type RealmDifferenceCode =
  /** The realm does not carry the reservation of this sign-up. */
  | 'realm_mark'
  /** The realm is off, so that no one can sign in. */
  | 'realm_disabled'
  | 'realm_setting'
  /** A role of ours is missing. */
  | 'realm_role'
  | 'client_missing'
  /** A client of ours is off, so that no one can sign in. */
  | 'client_disabled'
  | 'client_setting'
  /** A client has another secret than our records. */
  | 'client_secret'
  /** The realm's own account has fewer or more roles than it should. */
  | 'account_roles'

/** One difference between a realm and what it should be. */
export interface RealmDifference {
  /** The kind of difference, from a closed list. */
  readonly code: RealmDifferenceCode
  /** The setting, role or client; of a client's setting, both: `gatehouse-login enabled`. */
  readonly about: string
  /** The actual value, as text for people. */
  readonly is: string
  /** The expected value, as text for people. */
  readonly should: string
}

/**
 * Compares a realm with the template of our realms. A realm without our mark counts as another's: then the
 * mark is the only difference.
 */
export function compareRealm(view: RealmView, expected: ExpectedRealm): readonly RealmDifference[] {
  const mark = compareMark(view, expected)
  if (mark.length > 0) return mark
  return [
    ...compareSettings(view, expected),
    ...(expected.kind === 'ours' ? compareRoles(view) : []),
    ...compareClient(view, loginClient(expected.secrets.login)),
    ...compareClient(view, adminClientOf(expected)),
    ...compareAccount(view, expected),
    ...(expected.kind === 'ours' ? compareClosed(view) : []),
  ]
}

/**
 * The client of the realm's own account, as it is to be. Where tokens of others live longer, its own end
 * after a minute: a request that something held back for so long is refused then (F-4).
 */
export function adminClientOf({ kind, secrets }: ExpectedRealm): ClientRepresentation {
  const client = adminClient(secrets.admin)
  if (kind === 'ours') return client
  const lifespan = String(realmSettings.accessTokenLifespan)
  return { ...client, attributes: { 'access.token.lifespan': lifespan } }
}

/** What the realm's own account is to be allowed. */
export function accountRolesOf({ kind }: Pick<ExpectedRealm, 'kind'>): readonly string[] {
  return kind === 'ours' ? adminRoles : guestRoles
}

/** The settings to compare, with their expected values. */
export function settingsOf({ kind, name }: ExpectedRealm): Readonly<Record<string, unknown>> {
  if (kind === 'guest') return { enabled: true, bruteForceProtected: true }
  return { ...realmSettings, displayName: name, passwordPolicy: '' }
}

function compareMark({ settings }: RealmView, expected: ExpectedRealm): readonly RealmDifference[] {
  if (expected.kind === 'guest') return []
  const is = String(settings.attributes?.[reservationAttribute] ?? 'nothing')
  const should = expected.reservation
  return is === should ? [] : [{ code: 'realm_mark', about: reservationAttribute, is, should }]
}

function compareSettings(view: RealmView, expected: ExpectedRealm): readonly RealmDifference[] {
  const settings = new Map<string, unknown>(Object.entries(view.settings))
  const found = Object.entries(settingsOf(expected)).flatMap(([about, should]) => {
    const is = settings.get(about) ?? (should === '' ? '' : undefined)
    if (is === should) return []
    const code = about === 'enabled' ? ('realm_disabled' as const) : ('realm_setting' as const)
    return [{ code, about, is: shown(is), should: shown(should) }]
  })
  return [...found, ...(expected.kind === 'ours' ? compareActions(view) : [])]
}

/** An action that Keycloak adds by itself may keep people out. */
function compareActions({ actions }: RealmView): readonly RealmDifference[] {
  const should = updatePassword.alias
  const others = actions.filter((alias) => alias !== should)
  if (others.length === 0) return []
  return [{ code: 'realm_setting', about: requiredActionsName, is: shown(actions), should }]
}

/** The name of the required actions among a realm's settings. */
export const requiredActionsName = 'requiredActions'

function compareRoles({ roles }: RealmView): readonly RealmDifference[] {
  return realmRoles
    .filter((name) => !roles.includes(name))
    .map((about) => ({ code: 'realm_role', about, is: 'missing', should: 'there' }))
}

function compareClient(
  { clients }: RealmView,
  template: ClientRepresentation,
): readonly RealmDifference[] {
  const {
    clientId = '',
    secret: rightSecret,
    protocolMappers: _,
    attributes,
    ...settings
  } = template
  const found = clients.find((client) => client.clientId === clientId)
  if (!found) return [{ code: 'client_missing', about: clientId, is: 'missing', should: 'there' }]
  const has = new Map<string, unknown>(Object.entries(found))
  const held = new Map<string, unknown>(Object.entries(found.attributes ?? {}))
  const wrong = [
    ...Object.entries(settings).filter(([name, value]) => !isSame(has.get(name), value)),
    // Keycloak adds some of its own.
    ...Object.entries(attributes ?? {}).filter(([name, value]) => held.get(name) !== value),
  ]
  return [
    ...wrong.map(([name, should]) => ({
      code: name === 'enabled' ? ('client_disabled' as const) : ('client_setting' as const),
      about: `${clientId} ${name}`,
      is: shown(has.get(name) ?? held.get(name)),
      should: shown(should),
    })),
    ...compareMappers(found, template),
    ...(found.secret === rightSecret ? [] : [otherSecret(clientId)]),
  ]
}

function otherSecret(about: string): RealmDifference {
  return { code: 'client_secret', about, is: 'another', should: 'the one on record' }
}

/** The mappers that a client lacks, or has with other settings. */
function wrongMappers(found: ClientRepresentation, template: ClientRepresentation) {
  return (template.protocolMappers ?? []).filter((wanted) => {
    const has = found.protocolMappers?.find(({ name }) => name === wanted.name)
    const config = Object.entries(wanted.config ?? {})
    return (
      has?.protocolMapper !== wanted.protocolMapper ||
      config.some(([key, value]) => has?.config?.[key] !== value)
    )
  })
}

function compareMappers(
  found: ClientRepresentation,
  template: ClientRepresentation,
): readonly RealmDifference[] {
  return wrongMappers(found, template).map(({ name = '' }) => ({
    code: 'client_setting',
    about: `${found.clientId} mapper ${name}`,
    is: found.protocolMappers?.some((has) => has.name === name) ? 'another' : 'missing',
    should: 'as made',
  }))
}

function compareAccount(view: RealmView, expected: ExpectedRealm): readonly RealmDifference[] {
  if (!view.clients.some(({ clientId }) => clientId === adminClientId)) return []
  const should = accountRolesOf(expected)
  return (['accountRoles', 'accountScope'] as const)
    .filter((part) => !isSame(view[part].toSorted(), should.toSorted()))
    .map((part) => ({
      code: 'account_roles',
      about: part === 'accountRoles' ? adminClientId : `${adminClientId} scope`,
      is: shown(view[part]),
      should: shown(should),
    }))
}

function compareClosed({ clients }: RealmView): readonly RealmDifference[] {
  return clients
    .filter(({ clientId = '', enabled }) => enabled && closedClients.includes(clientId))
    .map(({ clientId }) => ({
      code: 'client_setting',
      about: `${clientId} enabled`,
      is: 'true',
      should: 'false',
    }))
}

/** The client that a difference concerns, if any. */
export function clientOf({ code, about }: RealmDifference): string | undefined {
  return code.startsWith('client') || code === 'account_roles' ? about.split(' ')[0] : undefined
}

/** Whether a client is one of those that we create. */
export function isOurClient(clientId: string | undefined): boolean {
  return clientId === loginClientId || clientId === adminClientId
}

function isSame(is: unknown, should: unknown): boolean {
  return JSON.stringify(is) === JSON.stringify(should)
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ')
  return value === undefined || value === '' ? 'nothing' : String(value)
}
