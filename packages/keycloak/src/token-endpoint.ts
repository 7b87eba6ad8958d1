import { fault, statusFault } from './failure.ts'

/** The credentials of a client of a realm. */
export interface ClientCredentials {
  /** The realm that the client belongs to. */
  readonly realm: string
  /** `client_id` (RFC 6749, section 2.2). */
  readonly clientId: string
  /** `client_secret` (RFC 6749, section 2.3.1). Secret. */
  readonly clientSecret: string
}

/** The result of a grant. */
export type GrantOutcome =
  | {
      readonly kind: 'granted'
      readonly accessToken: string
      /** Lifetime of the token in seconds. */
      readonly expiresIn: number
      /** The token that ends the session, if there is one. */
      readonly refreshToken?: string
    }
  /** Refused: `invalid_grant` (RFC 6749, section 5.2). */
  | { readonly kind: 'refused'; readonly description: string }
  /** The realm does not know the client, or refuses its secret. */
  | { readonly kind: 'client_unknown' }
  | { readonly kind: 'realm_unknown' }

/** The OpenID Connect endpoints of all realms. */
export interface TokenEndpoint {
  /**
   * Asks for tokens, as a client of a realm.
   *
   * @param grant The parameters of the grant (RFC 6749, section 4).
   * @throws {PortError} When the answer is none of the outcomes (T-33).
   */
  grant(client: ClientCredentials, grant: Readonly<Record<string, string>>): Promise<GrantOutcome>

  /**
   * Ends the session a refresh token belongs to.
   *
   * @throws {PortError} When it may not have ended.
   */
  endSession(client: ClientCredentials, refreshToken: string): Promise<void>
}

/** How to reach the endpoints. */
export interface TokenEndpointOptions {
  /** Up to the part before `/realms`, without a slash at its end. */
  readonly url: string
  /** Seconds that an answer may take. */
  readonly timeoutSeconds: number
}

interface EndpointAnswer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>> | undefined
}

/** The endpoints at one address, over HTTP. */
export function createTokenEndpoint({ url, timeoutSeconds }: TokenEndpointOptions): TokenEndpoint {
  async function post(
    { realm, clientId, clientSecret }: ClientCredentials,
    endpoint: 'token' | 'logout',
    parameters: Readonly<Record<string, string>>,
  ): Promise<EndpointAnswer> {
    const path = `/realms/${encodeURIComponent(realm)}/protocol/openid-connect/${endpoint}`
    const response = await fetch(url + path, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: clientId,
        client_secret: clientSecret,
        ...parameters,
      }),
      // The secrets are sent to this address only.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutSeconds * 1000),
    })
    return { status: response.status, body: asObject(await response.text()) }
  }

  return {
    async grant(client, grant) {
      return toOutcome(await post(client, 'token', grant), client.realm)
    },

    async endSession(client, refreshToken) {
      const { status } = await post(client, 'logout', { refresh_token: refreshToken })
      if (status !== 204) throw statusFault(status, 'the end of a session')
    },
  }
}

function toOutcome({ status, body }: EndpointAnswer, realm: string): GrantOutcome {
  const what = `a grant in ${realm}`
  if (status >= 500 || status === 429) throw statusFault(status, what)
  if (body === undefined) throw fault('corrupt', `Keycloak answered ${status} to ${what}, not JSON`)
  if (status === 200) return toGranted(body, what)
  const { error } = body
  // Other servers that answer 404 at this path are not Keycloak.
  if (status === 404 && /realm/i.test(String(error))) return { kind: 'realm_unknown' }
  switch (error) {
    case 'invalid_grant':
      return { kind: 'refused', description: String(body.error_description ?? '') }
    case 'invalid_client':
    case 'unauthorized_client':
      return { kind: 'client_unknown' }
    default:
      throw statusFault(status, what)
  }
}

function toGranted(body: Readonly<Record<string, unknown>>, what: string): GrantOutcome {
  const { access_token: accessToken, expires_in: expiresIn, refresh_token: refreshToken } = body
  if (typeof accessToken !== 'string' || typeof expiresIn !== 'number') {
    throw fault('corrupt', `Keycloak answered 200 to ${what}, without a token`)
  }
  const session = typeof refreshToken === 'string' ? { refreshToken } : {}
  return { kind: 'granted', accessToken, expiresIn, ...session }
}

function asObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}
