import type KeycloakAdminClient from '@keycloak/keycloak-admin-client'
import { fault } from '../failure.ts'
import {
  adminClientId,
  guessingSettings,
  loginClient,
  loginClientId,
  reservationAttribute,
  updatePassword,
} from '../realm-template.ts'
import {
  accountRolesOf,
  adminClientOf,
  clientOf,
  type ExpectedRealm,
  isOurClient,
  type RealmDifference,
  requiredActionsName,
  settingsOf,
} from './compare-realm.ts'
import { readList } from './read-list.ts'
import { type ClientRepresentation, requiredActionsPath } from './realm-view.ts'

/** Repairs one difference in a realm. A repetition does no harm, and nothing else is changed. */
export async function mendRealm(
  admin: KeycloakAdminClient,
  expected: ExpectedRealm,
  difference: RealmDifference,
): Promise<void> {
  const { realm } = expected
  const client = clientOf(difference)
  if (client !== undefined) return mendClient(admin, expected, client)
  const { code, about } = difference
  if (code === 'realm_mark') return markRealm(admin, expected)
  if (code === 'realm_role') return void (await admin.roles.create({ realm, name: about }))
  return mendSetting(admin, expected, about)
}

async function markRealm(
  admin: KeycloakAdminClient,
  { realm, reservation }: ExpectedRealm,
): Promise<void> {
  const { attributes } = (await admin.realms.findOne({ realm })) ?? {}
  await admin.realms.update(
    { realm },
    { attributes: { ...attributes, [reservationAttribute]: reservation } },
  )
}

async function mendSetting(
  admin: KeycloakAdminClient,
  expected: ExpectedRealm,
  name: string,
): Promise<void> {
  const { realm } = expected
  if (name === requiredActionsName) return removeActions(admin, realm)
  const value = settingsOf(expected)[name]
  // While the protection was off, its limits were not chosen by an operator.
  const along = name === 'bruteForceProtected' ? guessingSettings : {}
  await admin.realms.update({ realm }, { ...along, [name]: value })
}

async function removeActions(admin: KeycloakAdminClient, realm: string): Promise<void> {
  const actions = await readList(admin, realm, requiredActionsPath)
  for (const { alias = '', enabled } of actions) {
    if (!enabled || alias === updatePassword.alias) continue
    await admin.authenticationManagement.deleteRequiredAction({ realm, alias })
  }
}

async function mendClient(
  admin: KeycloakAdminClient,
  expected: ExpectedRealm,
  clientId: string,
): Promise<void> {
  const { realm, secrets } = expected
  const found = (await admin.clients.find({ realm, clientId }))[0]
  if (!isOurClient(clientId)) {
    if (found?.id) await admin.clients.update({ realm, id: found.id }, { ...found, enabled: false })
    return
  }
  const template = clientId === loginClientId ? loginClient(secrets.login) : adminClientOf(expected)
  const id = found?.id ?? (await admin.clients.create({ realm, ...template })).id
  // A new client needs it too: if a realm has a scope for service accounts, Keycloak adds it.
  await updateClient(admin, { realm, found: { ...found, id }, template })
  if (clientId === adminClientId) await allow(admin, expected, id)
}

interface ClientUpdate {
  readonly realm: string
  readonly found: ClientRepresentation & { readonly id: string }
  readonly template: ClientRepresentation
}

async function updateClient(
  admin: KeycloakAdminClient,
  { realm, found, template }: ClientUpdate,
): Promise<void> {
  const where = { realm, id: found.id }
  const attributes = { ...found.attributes, ...template.attributes }
  await admin.clients.update(where, { ...found, ...template, attributes })
  // An update does not take scopes away.
  for (const { id: clientScopeId = '' } of await admin.clients.listDefaultClientScopes(where)) {
    await admin.clients.delDefaultClientScope({ ...where, clientScopeId })
  }
  for (const { id: clientScopeId = '' } of await admin.clients.listOptionalClientScopes(where)) {
    await admin.clients.delOptionalClientScope({ ...where, clientScopeId })
  }
}

/** Gives the realm's own account its roles, and revokes the others. */
async function allow(
  admin: KeycloakAdminClient,
  expected: ExpectedRealm,
  id: string,
): Promise<void> {
  const { realm } = expected
  const wanted = accountRolesOf(expected)
  const [management] = await admin.clients.find({ realm, clientId: 'realm-management' })
  if (!management?.id) throw fault('corrupt', `${realm} has no client realm-management`)
  const all = await admin.clients.listRoles({ realm, id: management.id })
  const roles = all.flatMap(({ id: roleId, name }) =>
    roleId && name && wanted.includes(name) ? [{ id: roleId, name }] : [],
  )
  const user = await admin.clients.getServiceAccountUser({ realm, id })
  const mapping = { realm, id: user.id ?? '', clientUniqueId: management.id }
  const assigned = await admin.users.listClientRoleMappings(mapping)
  await admin.users.delClientRoleMappings({ ...mapping, roles: others(assigned, wanted) })
  await admin.users.addClientRoleMappings({ ...mapping, roles })
  const scope = { realm, id, client: management.id }
  const inScope = await admin.clients.listClientScopeMappings(scope)
  await admin.clients.delClientScopeMappings(scope, others(inScope, wanted))
  await admin.clients.addClientScopeMappings(scope, roles)
}

function others(
  assigned: readonly { readonly id?: string; readonly name?: string }[],
  wanted: readonly string[],
) {
  return assigned.flatMap(({ id, name }) =>
    id && name && !wanted.includes(name) ? [{ id, name }] : [],
  )
}
