/** A Keycloak and its administrator. */
export interface KeycloakServer {
  readonly url: string
  readonly admin: { readonly username: string; readonly password: string }
}

/**
 * Asks something as the administrator of the whole of Keycloak.
 *
 * @param path What follows `/admin/realms`.
 * @returns What the answer holds, if it holds JSON.
 * @throws {Error} Unless Keycloak does as it is asked.
 */
export type AskKeycloak = (method: string, path: string, body?: object) => Promise<unknown>

export function asOperator({ url, admin }: KeycloakServer): AskKeycloak {
  return async (method, path, body) => {
    const response = await fetch(`${url}/admin/realms${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await adminToken({ url, admin })}`,
        'content-type': 'application/json',
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`)
    const text = await response.text()
    return text === '' ? undefined : (JSON.parse(text) as unknown)
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
