import { randomBytes } from 'node:crypto'
import type KeycloakAdminClient from '@keycloak/keycloak-admin-client'
import { fault, toPortError } from '../failure.ts'
import type { ProvisioningCredentials } from '../provisioning-account.ts'
import { retryTransient, transientFailuresAndConflicts } from '../retry-transient.ts'
import { revokeRealmRoles } from './revoke-realm-roles.ts'
import { type Administrator, signInAdministrator } from './sign-in-administrator.ts'

/** What to prepare, and as whom. */
export interface PrepareOptions {
  /** Up to the part before `/realms`. */
  readonly url: string
  /** Who makes the account. */
  readonly administrator: Administrator
  /** The name of the account. */
  readonly clientId: string
}

/** The account that may make realms. */
export interface PreparedKeycloak extends ProvisioningCredentials {
  /** Whether it is new. */
  readonly created: boolean
}

/** The one role that the account is given, and the one that its tokens can carry. */
const provisioningRole = 'create-realm'

/**
 * No scope: the roles that Keycloak gives to the account that makes a realm reach no token (T-87).
 */
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
 * Makes the account in the `master` realm through which the gateway makes realms, or sets an
 * existing one right: whatever else Keycloak has given it since is revoked. Its secret stays what
 * it is. Several processes may do it at once, and all get the same account.
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
