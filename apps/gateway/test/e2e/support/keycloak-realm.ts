import type { RegisteredClient } from '@gatehouse/oidc/testing'

/** A Keycloak and its administrator. */
export interface KeycloakServer {
  readonly url: string
  readonly admin: { readonly username: string; readonly password: string }
}

/** Somebody in the realm, who signs in with their username and the same as password. */
export interface RealmUser {
  readonly username: string
  readonly email: string
  readonly emailVerified: boolean
}

/** A realm that serves as an identity provider, for as long as a test lasts. */
export interface ProviderRealm {
  readonly issuer: string
  addUser(user: RealmUser): Promise<void>
  remove(): Promise<void>
}

/** Makes a realm with one client on a running Keycloak. */
export async function makeProviderRealm(
  { url, admin }: KeycloakServer,
  { clientId, clientSecret, redirectUri }: RegisteredClient,
): Promise<ProviderRealm> {
  const name = `provider-${crypto.randomUUID().slice(0, 8)}`
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${url}/admin/realms${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await adminToken({ url, admin })}`,
        'content-type': 'application/json',
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`)
  }
  const client = {
    clientId,
    secret: clientSecret,
    redirectUris: [redirectUri],
    publicClient: false,
    standardFlowEnabled: true,
    attributes: { 'pkce.code.challenge.method': 'S256' },
  }
  await ask('POST', '', { realm: name, enabled: true, clients: [client] })
  return {
    issuer: `${url}/realms/${name}`,
    addUser: ({ username, email, emailVerified }) =>
      ask('POST', `/${name}/users`, {
        ...{ username, email, emailVerified, enabled: true, firstName: 'Ada', lastName: 'L' },
        credentials: [{ type: 'password', value: username, temporary: false }],
      }),
    remove: () => ask('DELETE', `/${name}`),
  }
}

/** They last a minute, less than a test may. */
async function adminToken({ url, admin }: KeycloakServer): Promise<string> {
  const response = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', ...admin }),
  })
  const { access_token: token } = (await response.json()) as { readonly access_token: string }
  return token
}
