import type { RegisteredClient } from '@gatehouse/oidc/testing'
import { asOperator, type KeycloakServer } from './keycloak-operator.ts'

/** A person in the realm, who signs in with their username and the same as password. */
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
  server: KeycloakServer,
  { clientId, clientSecret, redirectUri }: RegisteredClient,
): Promise<ProviderRealm> {
  const name = `provider-${crypto.randomUUID().slice(0, 8)}`
  const ask = asOperator(server)
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
    issuer: `${server.url}/realms/${name}`,
    async addUser({ username, email, emailVerified }) {
      await ask('POST', `/${name}/users`, {
        ...{ username, email, emailVerified, enabled: true, firstName: 'Ada', lastName: 'L' },
        credentials: [{ type: 'password', value: username, temporary: false }],
      })
    },
    async remove() {
      await ask('DELETE', `/${name}`)
    },
  }
}
