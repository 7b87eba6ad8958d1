/** An administrator of the whole of Keycloak, and where it is. */
export interface Operator {
  readonly url: string
  readonly admin: { readonly username: string; readonly password: string }
}

/** Removes realms as an operator does. Those that are not there are no error. */
export async function removeRealms({ url, admin }: Operator, realms: readonly string[]) {
  for (const realm of realms) {
    // A token lives for a minute.
    const authorization = `Bearer ${await tokenOf({ url, admin })}`
    const response = await fetch(`${url}/admin/realms/${realm}`, {
      method: 'DELETE',
      headers: { authorization },
    })
    if (!response.ok && response.status !== 404) {
      throw new Error(`removing ${realm}: Keycloak answered ${response.status}`)
    }
  }
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
