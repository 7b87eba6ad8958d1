/** An administrator of the whole of Keycloak, and where it is. */
export interface Operator {
  readonly url: string
  readonly admin: { readonly username: string; readonly password: string }
}

/** Removes realms. Those that are not there are no error. */
export async function removeRealms(operator: Operator, realms: readonly string[]): Promise<void> {
  for (const realm of realms) {
    const response = await ask(operator, 'DELETE', realm)
    if (!response.ok && response.status !== 404) {
      throw new Error(`removing ${realm}: Keycloak answered ${response.status}`)
    }
  }
}

/** How many sessions there are in these realms. */
export async function countSessions(
  operator: Operator,
  realms: readonly string[],
): Promise<number> {
  let count = 0
  for (const realm of realms) {
    const response = await ask(operator, 'GET', `${realm}/client-session-stats`)
    const clients = (await response.json()) as readonly { readonly active: string }[]
    for (const { active } of clients) count += Number(active)
  }
  return count
}

async function ask({ url, admin }: Operator, method: string, path: string): Promise<Response> {
  // A token lives for a minute.
  const authorization = `Bearer ${await tokenOf({ url, admin })}`
  return fetch(`${url}/admin/realms/${path}`, { method, headers: { authorization } })
}

async function tokenOf({ url, admin }: Operator): Promise<string> {
  const response = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', ...admin }),
  })
  if (!response.ok) throw new Error(`the administrator signs in: ${response.status}`)
  const { access_token: token } = (await response.json()) as { readonly access_token: string }
  return token
}
