import type { NewTenant, NewUser } from '@gatehouse/auth-core/ports'
import type KeycloakAdminClient from '@keycloak/keycloak-admin-client'
import type { RealmSecrets } from './realm-account.ts'

/** A realm as the administration interface reads and writes it. */
export type RealmRepresentation = NonNullable<
  Parameters<KeycloakAdminClient['realms']['create']>[0]
>

/** The client that checks passwords. */
export const loginClientId = 'gatehouse-login'

/** The client whose service account administers the realm. */
export const adminClientId = 'gatehouse-admin'

/** The attribute of a realm with the reservation of the sign-up that created it. */
export const reservationAttribute = 'gatehouse.reservation'

/** The roles of the realm's own account: it may remove the realm, and manage its users. */
export const adminRoles = ['manage-realm', 'manage-users'] as const

/** Its roles in a realm that existed before, which we must not remove. */
export const guestRoles = ['manage-users'] as const

/** The roles of an organization. Our database decides which user has which. */
export const realmRoles = ['super_admin', 'company_admin', 'user'] as const

/** Clients that Keycloak creates in every realm; we disable them. */
export const closedClients = [
  'account',
  'account-console',
  'admin-cli',
  'broker',
  'security-admin-console',
]

/** A user to create again in Keycloak from our records. */
export interface FormerUser extends Omit<NewUser, 'password'> {
  /** Keycloak's id of the user: `Account.credentialId`, which stays. */
  readonly id: string
  /** Whether Keycloak lets the user sign in. */
  readonly enabled: boolean
  /** The role of the user. */
  readonly role: (typeof realmRoles)[number]
}

/** The values that a realm is created from. */
export interface RealmParts {
  /** The organization whose realm it is. */
  readonly tenant: NewTenant
  /** The secrets of its clients. */
  readonly secrets: RealmSecrets
  /** The first user; left out for a realm without people. */
  readonly firstUser?: NewUser & { readonly id: string }
  /** The users of a realm that is created again; their passwords are lost. */
  readonly formerUsers?: readonly FormerUser[]
}

/**
 * How guesses are counted. Looser than the limits of ours that are checked before, and never for
 * good (T-19). It has to be on: an attempt that does not show in the count is made again.
 */
export const guessingSettings = {
  bruteForceProtected: true,
  permanentLockout: false,
  failureFactor: 1000,
  quickLoginCheckMilliSeconds: 0,
  waitIncrementSeconds: 60,
  maxFailureWaitSeconds: 300,
  maxDeltaTimeSeconds: 3600,
} as const

/** The settings of every realm that we create. */
export const realmSettings = {
  enabled: true,
  sslRequired: 'external',
  // People sign up and change their profile only through the gateway (T-29).
  registrationAllowed: false,
  registrationEmailAsUsername: false,
  editUsernameAllowed: false,
  resetPasswordAllowed: false,
  rememberMe: false,
  verifyEmail: false,
  // With these, no username can equal another user's email address (T-21).
  loginWithEmailAllowed: true,
  duplicateEmailsAllowed: false,
  ...guessingSettings,
  // A session that could not be ended expires soon (T-32).
  ssoSessionIdleTimeout: 60,
  ssoSessionMaxLifespan: 60,
  // A request that is held back for longer is refused (F-4).
  accessTokenLifespan: 60,
  // Keys on a curve: making the RSA keys took most of the time that a sign-up takes.
  defaultSignatureAlgorithm: 'ES256',
} as const

/** A complete realm, so that a single request creates all of it or nothing. */
export function realmOf(parts: RealmParts): RealmRepresentation {
  const { tenant, secrets, firstUser, formerUsers = [] } = parts
  return {
    ...realmSettings,
    realm: tenant.id,
    displayName: tenant.name,
    attributes: { [reservationAttribute]: tenant.reservation },
    components: {
      'org.keycloak.keys.KeyProvider': keyProviders,
      'org.keycloak.userprofile.UserProfileProvider': [userProfile],
      // The declared type has a single component instead of a list.
    } as Record<string, object>,
    // Listed here so that no other action can block a login with "not fully set up" (T-33).
    requiredActions: [updatePassword],
    roles: { realm: realmRoles.map((name) => ({ name })) },
    clientScopes: [],
    defaultDefaultClientScopes: [],
    defaultOptionalClientScopes: [],
    clients: [loginClient(secrets.login), adminClient(secrets.admin), ...closedClients.map(closed)],
    clientScopeMappings: {
      'realm-management': [{ client: adminClientId, roles: [...adminRoles] }],
    },
    users: [
      serviceAccount,
      ...(firstUser ? [firstUserOf(firstUser)] : []),
      ...formerUsers.map(formerUserOf),
    ],
  }
}

const keyProviders = [
  {
    name: 'ecdsa-generated',
    providerId: 'ecdsa-generated',
    config: { priority: ['100'], ecdsaEllipticCurveKey: ['P-256'] },
  },
  {
    name: 'hmac-generated-hs512',
    providerId: 'hmac-generated',
    config: { priority: ['100'], algorithm: ['HS512'] },
  },
  { name: 'aes-generated', providerId: 'aes-generated', config: { priority: ['100'] } },
]

/**
 * Users cannot edit their own record, and no further attributes are allowed (T-29). A name may be any name
 * that we accept: Keycloak's default checks could make a user impossible to disable.
 */
const userProfile = {
  providerId: 'declarative-user-profile',
  config: {
    'kc.user.profile.config': [
      JSON.stringify({
        attributes: ['username', 'email', 'firstName', 'lastName'].map((name) => ({
          name,
          permissions: { view: ['admin', 'user'], edit: ['admin'] },
          validations: { length: { max: 255 } },
        })),
      }),
    ],
  },
}

/** The only required action of a realm. */
export const updatePassword = {
  alias: 'UPDATE_PASSWORD',
  providerId: 'UPDATE_PASSWORD',
  name: 'Update Password',
  enabled: true,
  defaultAction: false,
  priority: 30,
}

/** A confidential client for machines; its tokens carry no claims that are not configured. */
const machineClient = {
  enabled: true,
  protocol: 'openid-connect',
  publicClient: false,
  standardFlowEnabled: false,
  implicitFlowEnabled: false,
  directAccessGrantsEnabled: false,
  serviceAccountsEnabled: false,
  fullScopeAllowed: false,
  defaultClientScopes: [],
  optionalClientScopes: [],
}

/** The client that checks passwords, as created in a realm. */
export function loginClient(secret: string) {
  return {
    ...machineClient,
    clientId: loginClientId,
    secret,
    directAccessGrantsEnabled: true,
    protocolMappers: [
      mapper('sub', 'oidc-sub-mapper', {}),
      // The whole path, because groups in two departments may have the same name.
      mapper('groups', 'oidc-group-membership-mapper', {
        'claim.name': 'groups',
        'full.path': 'true',
      }),
    ],
  }
}

/** The client of the realm's own account, as created in a realm. */
export function adminClient(secret: string) {
  return { ...machineClient, clientId: adminClientId, secret, serviceAccountsEnabled: true }
}

function closed(clientId: string) {
  return { ...machineClient, clientId, enabled: false }
}

function mapper(name: string, protocolMapper: string, config: Readonly<Record<string, string>>) {
  const into = { 'access.token.claim': 'true', 'id.token.claim': 'false' }
  return { name, protocol: 'openid-connect', protocolMapper, config: { ...config, ...into } }
}

const serviceAccount = {
  username: `service-account-${adminClientId}`,
  enabled: true,
  serviceAccountClientId: adminClientId,
  clientRoles: { 'realm-management': [...adminRoles] },
}

function firstUserOf({ id, ...user }: NewUser & { readonly id: string }) {
  return { ...userOf(user), id, realmRoles: ['company_admin'] }
}

/** A new user, as Keycloak takes it by itself or with its realm. */
export function userOf({ username, email, firstName, lastName, password }: NewUser) {
  return {
    username,
    email,
    firstName,
    lastName,
    enabled: true,
    // Our database decides whether the address is verified.
    emailVerified: false,
    credentials: [{ type: 'password', value: password, temporary: false }],
  }
}

/** The user's representation, for creating it alone or with its realm. */
export function formerUserOf({ role, ...user }: FormerUser) {
  return { ...user, emailVerified: false, realmRoles: role === 'user' ? [] : [role] }
}
