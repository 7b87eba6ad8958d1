import type KeycloakAdminClient from '@keycloak/keycloak-admin-client'
import { adminClientId, type RealmRepresentation } from '../realm-template.ts'
import { readList } from './read-list.ts'

/** A client as the administration interface reads and writes it. */
export type ClientRepresentation = NonNullable<
  Awaited<ReturnType<KeycloakAdminClient['clients']['findOne']>>
>

/** The parts of a realm that are compared. */
export interface RealmView {
  /** The realm itself, without its content. */
  readonly settings: RealmRepresentation
  /** Its clients, with their secrets. */
  readonly clients: readonly ClientRepresentation[]
  /** The names of its roles. */
  readonly roles: readonly string[]
  /** The required actions that are on. */
  readonly actions: readonly string[]
  /** The roles of the realm's own account in it. */
  readonly accountRoles: readonly string[]
  /** The roles that the account's tokens can carry. */
  readonly accountScope: readonly string[]
  /** When the realm's own account was created; in a realm of ours, when the realm was. */
  readonly accountSince?: Date
}

/** The path of a realm's required actions. */
export const requiredActionsPath = 'authentication/required-actions'

/** Reads a realm. @returns `undefined` when no realm has the name. */
export async function readRealmView(
  admin: KeycloakAdminClient,
  realm: string,
): Promise<RealmView | undefined> {
  const settings = await admin.realms.findOne({ realm })
  // For a 404 the library returns nothing, `null` or a body without a name.
  if (!settings?.realm) return undefined
  const clients = await admin.clients.find({ realm })
  const roles = await admin.roles.find({ realm })
  const actions = await readList(admin, realm, requiredActionsPath)
  return {
    settings,
    clients,
    roles: roles.flatMap(({ name = [] }) => name),
    actions: actions.flatMap(({ alias = [], enabled }) => (enabled ? alias : [])),
    ...(await readAccount(admin, realm, clients)),
  }
}

const noAccount = { accountRoles: [], accountScope: [] }

async function readAccount(
  admin: KeycloakAdminClient,
  realm: string,
  clients: readonly ClientRepresentation[],
): Promise<Pick<RealmView, 'accountRoles' | 'accountScope' | 'accountSince'>> {
  const management = clients.find(({ clientId }) => clientId === 'realm-management')?.id
  const account = clients.find(({ clientId }) => clientId === adminClientId)
  if (!management || !account?.id || !account.serviceAccountsEnabled) return noAccount
  const where = { realm, id: account.id }
  const user = await admin.clients.getServiceAccountUser(where)
  const { id = '', createdTimestamp } = user
  const assigned = await admin.users.listClientRoleMappings({
    realm,
    id,
    clientUniqueId: management,
  })
  const scope = await admin.clients.listClientScopeMappings({ ...where, client: management })
  const names = (found: readonly { readonly name?: string }[]) =>
    found.flatMap(({ name = [] }) => name)
  return {
    accountRoles: names(assigned),
    accountScope: names(scope),
    ...(createdTimestamp !== undefined && { accountSince: new Date(createdTimestamp) }),
  }
}
