import KeycloakAdminClient from '@keycloak/keycloak-admin-client'
import { baseUrlOf } from '../base-url.ts'

/** An administrator of the whole of Keycloak, a person or a service. */
export type Administrator =
  | { readonly username: string; readonly password: string }
  | { readonly clientId: string; readonly clientSecret: string }

/** The address of Keycloak, and the administrator's credentials. */
export interface AdministratorOptions {
  /** Up to the part before `/realms`. */
  readonly url: string
  /** The administrator's credentials. */
  readonly administrator: Administrator
}

/** Milliseconds for which a token is used: tokens are valid for a minute, less than the work takes. */
const tokenLifeMs = 30_000

/** A client that acts as the administrator, and signs in anew as its tokens run out. */
export async function signInAdministrator({
  url,
  administrator,
}: AdministratorOptions): Promise<KeycloakAdminClient> {
  const config = {
    baseUrl: baseUrlOf(url),
    timeout: 120_000,
    requestOptions: { redirect: 'error' } as const,
  }
  const credentials =
    'username' in administrator
      ? ({ grantType: 'password', clientId: 'admin-cli', ...administrator } as const)
      : ({ grantType: 'client_credentials', ...administrator } as const)
  const session = new KeycloakAdminClient(config)
  let token = signIn()
  let signedInAt = performance.now()

  async function signIn(): Promise<string> {
    await session.auth(credentials)
    return session.accessToken ?? ''
  }

  const admin = new KeycloakAdminClient(config)
  admin.registerTokenProvider({
    getAccessToken() {
      if (performance.now() - signedInAt > tokenLifeMs) {
        token = signIn()
        signedInAt = performance.now()
      }
      return token
    },
  })
  await token
  return admin
}
