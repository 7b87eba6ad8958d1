import type { KeycloakServer } from './keycloak-realm.ts'

/** Somebody at the console of Keycloak, who may do everything. */
export interface Hand {
  /** @param path After `/admin/realms`. @returns What it answered, `undefined` for nothing. */
  ask<Answer>(method: string, path: string, body?: object): Promise<Answer>

  /** Changes what is at a path, by reading it first. */
  change(path: string, changes: object): Promise<void>

  /** The identifier of a client, in the words of the administration interface. */
  clientId(realm: string, clientId: string): Promise<string>

  userId(realm: string, username: string): Promise<string>
}

/** @throws From every method when Keycloak refuses. */
export function createHand(server: KeycloakServer): Hand {
  const ask = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(`${server.url}/admin/realms${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await signIn(server)}`,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as Answer
  }
  const firstId = async (path: string) => {
    const [first] = await ask<readonly { readonly id: string }[]>('GET', path)
    return first?.id ?? ''
  }
  return {
    ask,
    async change(path, changes) {
      await ask('PUT', path, { ...(await ask<object>('GET', path)), ...changes })
    },
    clientId: (realm, clientId) => firstId(`/${realm}/clients?clientId=${clientId}`),
    userId: (realm, username) => firstId(`/${realm}/users?exact=true&username=${username}`),
  }
}

/** Tokens last a minute, less than a test may. */
async function signIn({ url, admin }: KeycloakServer): Promise<string> {
  const response = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', ...admin }),
  })
  const { access_token: token } = (await response.json()) as { readonly access_token: string }
  return token
}
