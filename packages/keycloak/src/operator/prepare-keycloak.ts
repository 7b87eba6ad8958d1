import { randomBytes } from 'node:crypto'
import type KeycloakAdminClient from '@keycloak/keycloak-admin-client'
import { fault, toPortError } from '../failure.ts'
import type { ProvisioningCredentials } from '../provisioning-account.ts'
import { retryTransient, transientFailuresAndConflicts } from '../retry-transient.ts'
import { revokeRealmRoles } from './revoke-realm-roles.ts'
import { type Administrator, signInAdministrator } from './sign-in-administrator.ts'

/** The account to prepare, and the administrator who does it. */
export interface PrepareOptions {
  /** Up to the part before `/realms`. */
  readonly url: string
  /** The administrator who creates the account. */
  readonly administrator: Administrator
  /** The client id of the account. */
  readonly clientId: string
}

/** The account that may make realms. */
export interface PreparedKeycloak extends ProvisioningCredentials {
  /** Whether the account is new. */
  readonly created: boolean
}

/** The only role that the account gets, and the only one that its tokens can carry. */
const provisioningRole = 'create-realm'

/** Without scopes, the roles that Keycloak gives to the creator of a realm reach no token (T-87). */
const provisioningClient = {
  name: 'Gatehouse',
  description: 'Makes a realm for each organization; may do nothing else.',
  protocol: 'openid-connect',
  enabled: true,
  publicClient: false,
  serviceAccountsEnabled: true,
  standardFlowEnabled: false,
  implicitFlowEnabled: false,
  directAccessGrantsEnabled: false,
  fullScopeAllowed: false,
  defaultClientScopes: [],
  optionalClientScopes: [],
  attributes: { 'access.token.lifespan': '300' },
}

/**
 * Creates the account in the `master` realm with which the gateway creates realms, or repairs an existing
 * one: revokes all other roles that Keycloak has given it since. Its secret stays the same. Several processes
 * may call this at once; all get the same account.
 *
 * @throws {PortError} When Keycloak cannot be reached or does not take the administrator.
 */
export async function prepareKeycloak(options: PrepareOptions): Promise<PreparedKeycloak> {
  try {
    const signIn = () => signInAdministrator(options)
    const admin = await signIn()
    const { userId, ...prepared } = await retryTransient(
      () => prepareClient(admin, options.clientId),
      transientFailuresAndConflicts,
    )
    await revokeRealmRoles(userId, signIn)
    return prepared
  } catch (error) {
    throw toPortError(error)
  }
}

async function prepareClient(
  admin: KeycloakAdminClient,
  clientId: string,
): Promise<PreparedKeycloak & { readonly userId: string }> {
  const realm = 'master'
  const [found] = await admin.clients.find({ realm, clientId })
  const id = found?.id ?? (await createClient(admin, clientId))
  if (found)
    await admin.clients.update({ realm, id }, { ...found, ...provisioningClient, clientId })
  const role = await admin.roles.findOneByName({ realm, name: provisioningRole })
  const user = await admin.clients.getServiceAccountUser({ realm, id })
  if (role?.id === undefined || user.id === undefined) {
    throw fault('corrupt', 'Keycloak has no role to make realms, or gave the account no user')
  }
  const roles = [{ id: role.id, name: provisioningRole }]
  await admin.users.addRealmRoleMappings({ realm, id: user.id, roles })
  await admin.clients.addRealmScopeMappings({ realm, id }, roles)
  const { value } = await admin.clients.getClientSecret({ realm, id })
  if (value === undefined) throw fault('corrupt', 'Keycloak does not tell the secret')
  return { clientId, clientSecret: value, created: found === undefined, userId: user.id }
}

async function createClient(admin: KeycloakAdminClient, clientId: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  const { id } = await admin.clients.create({
    realm: 'master',
    ...provisioningClient,
    clientId,
    secret,
  })
  return id
}
