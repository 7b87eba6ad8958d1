import { type Actor, logIn, signUp, think, tokenOf, useToken } from '../actor.ts'

/** An administrator of two organizations switches between them, and codes on and off. */
export async function settings(actor: Actor): Promise<void> {
  const someone = await signUp(actor)
  if (!someone) return
  const { email, password } = someone
  const second = await signUp(actor, { email, password })
  const login = await logIn(actor, someone)
  const tenants = second ? [someone.tenantId, second.tenantId] : []
  for (const tenant_id of tenants) {
    const { session_token } = login.body
    const path = '/api/auth/select-tenant'
    const chosen = await actor.client.ask({ path, body: { session_token, tenant_id } })
    const issued = tokenOf(chosen)
    if (!issued) continue
    await useToken(actor, issued)
    const authorization = `Bearer ${issued.token}`
    await organization(actor, authorization, { otp_enabled: actor.random(2) === 0 })
    await organization(actor, authorization)
    await think(actor)
    actor.oldTokens.push(issued)
  }
}

async function organization(actor: Actor, authorization: string, body?: object): Promise<void> {
  await actor.client.ask({
    method: body ? 'PATCH' : 'GET',
    path: '/api/auth/organization',
    headers: { authorization },
    ...(body && { body }),
  })
}
