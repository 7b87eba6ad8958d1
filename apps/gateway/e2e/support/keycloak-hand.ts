import { asOperator, type KeycloakServer } from './keycloak-operator.ts'

/** An administrator at the console of Keycloak, who may do everything. */
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
  const askAnything = asOperator(server)
  const ask = async <Answer>(method: string, path: string, body?: object): Promise<Answer> =>
    (await askAnything(method, path, body)) as Answer
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
